/** Saves a file that an answer brought as base64. */
export function saveFile({ name, type, file }: { name: string; type: string; file: string }): void {
  const bytes = Uint8Array.from(atob(file), (letter) => letter.charCodeAt(0));
  const url = URL.createObjectURL(new Blob([bytes], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
