/** Connects a field to its form. `useForm().field(name)` makes one; a screen without a form makes its own. */
export interface FieldBinding<Shown, Given = Shown> {
  name: string;
  value: Shown;
  onChange: (value: Given) => void;
  onBlur?: () => void;
  error?: string;
  required?: boolean;
}

/** The props of every field component besides its binding. */
export interface FieldLook {
  label: string;
  /** One sentence under the field. */
  help?: string;
  /** Why the field cannot be changed now; it is then disabled and shows the reason. */
  disabledReason?: string;
  /** Shows the label only to screen readers, for fields in tables and bars. */
  labelHidden?: boolean;
}

/** A field shows `Shown`, null or undefined, and passes `Given` to `onChange`. */
export type FieldProps<Shown, Given> = FieldBinding<Shown | null | undefined, Given> & FieldLook;
