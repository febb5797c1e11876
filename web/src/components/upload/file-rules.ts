/** The allowed files: name endings (`.csv`) and bytes. */
export interface FileRules {
  accept?: readonly string[];
  maximumBytes?: number;
  /** The message for a file of another kind; when omitted, the message names the kinds. */
  wrongKindMessage?: string;
}

const UNITS = ['bytes', 'KB', 'MB', 'GB'] as const;

/** `1536` gives `1.5 KB` (1024 bytes each, as file managers count). */
export function formatBytes(bytes: number): string {
  let amount = bytes;
  let unit = 0;
  while (amount >= 1024 && unit < UNITS.length - 1) {
    amount /= 1024;
    unit += 1;
  }
  return `${unit === 0 ? amount : Number(amount.toFixed(1))} ${UNITS[unit]}`;
}

/** Why a file is refused, as a message; undefined if it is accepted. */
export function fileProblem(file: { name: string; size: number }, rules: FileRules): string | undefined {
  const { accept, maximumBytes } = rules;
  if (accept && !accept.some((ending) => file.name.toLowerCase().endsWith(ending.toLowerCase()))) {
    return rules.wrongKindMessage ?? `${file.name} is not accepted. Choose a file that ends in ${accept.join(', ')}`;
  }
  if (file.size === 0) return `${file.name} is empty`;
  if (maximumBytes !== undefined && file.size > maximumBytes) {
    return `${file.name} is ${formatBytes(file.size)}. At most ${formatBytes(maximumBytes)} can be uploaded`;
  }
  return undefined;
}
