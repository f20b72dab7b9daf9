/** Saves texts as one file, without asking anybody. */
export function download(name: string, type: string, texts: readonly string[]): void {
  const url = URL.createObjectURL(new Blob([...texts], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
