/** Saves a file returned as base64. */
export function saveFile(made: { name: string; type: string; file: string }): void {
  const bytes = Uint8Array.from(atob(made.file), (letter) => letter.charCodeAt(0));
  const url = URL.createObjectURL(new Blob([bytes], { type: made.type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = made.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
