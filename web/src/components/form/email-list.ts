/** The addresses in a typed or pasted text, separated by spaces, commas or semicolons; `Name <a@b.c>` gives `a@b.c`. */
export function splitEmails(typed: string): string[] {
  return typed.split(/[,;\n]/).flatMap((part) => {
    const bracketed = /<([^<>\s]+@[^<>\s]+)>/.exec(part)?.[1];
    return bracketed ?? part.split(/\s+/).filter(Boolean);
  });
}

/** `list` with the typed addresses added; case does not make a second address. */
export function addEmails(list: readonly string[], typed: string): string[] {
  const result = [...list];
  for (const email of splitEmails(typed)) {
    if (!result.some((known) => known.toLowerCase() === email.toLowerCase())) result.push(email);
  }
  return result;
}

/** True if a text looks like an address: a name, an at sign, a domain with a dot. */
export const looksLikeEmail = (text: string) => /^[^\s@<>]+@[^\s@<>.]+(\.[^\s@<>.]+)+$/.test(text);
