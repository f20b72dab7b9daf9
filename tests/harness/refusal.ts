/** What the SDK throws. */
export interface SdkError {
  readonly code: number;
  readonly substatus?: number;
  readonly message: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly body?: { readonly message: string };
}

/** The refusal of a request that must not succeed. */
export async function refusal(request: Promise<unknown>): Promise<SdkError> {
  try {
    await request;
  } catch (error) {
    return error as SdkError;
  }
  throw new Error("The request was answered, but it must be refused.");
}
