/** What the sandbox tells of something thrown; written by code that a script may have tampered with. */
export interface GuestError {
  readonly text: string;
  readonly stack?: string;
  readonly number?: number;
  readonly overLimit?: boolean;
}
