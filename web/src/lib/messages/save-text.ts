/** Has the browser save `text` as a file. */
export function saveText(fileName: string, text: string, type = 'text/plain;charset=utf-8') {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // The download starts after this turn of the event loop.
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
