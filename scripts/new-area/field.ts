/** One field of the items of a new area. */
export interface Field {
  /** `PartNumber` */
  name: string;
  kind: 'text' | 'longtext' | 'number' | 'flag' | 'day' | 'email' | 'phone' | 'choice';
  optional: boolean;
  /** `Part number` */
  label: string;
  /** Of a choice: `['Open', 'Closed']`. */
  choices: readonly string[];
}
