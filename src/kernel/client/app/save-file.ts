/** Saves a file returned as base64; false when a job creates it instead. */
export function saveFile(made: { name: string; type: string; file?: string | undefined }): boolean {
  if (made.file === undefined) return false;
  const bytes = Uint8Array.from(atob(made.file), (letter) => letter.charCodeAt(0));
  const url = URL.createObjectURL(new Blob([bytes], { type: made.type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = made.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
  return true;
}
