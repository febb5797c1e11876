/** What a field needs of its form. `useForm().field(name)` makes one; a screen without a form can make its own. */
export interface FieldBinding<Shown, Given = Shown> {
  name: string;
  value: Shown;
  onChange: (value: Given) => void;
  onBlur?: () => void;
  error?: string;
  required?: boolean;
}

/** What every field component takes beside its binding. */
export interface FieldLook {
  label: string;
  /** One sentence under the field. */
  help?: string;
  /** Why the field cannot be changed now; it is then disabled and says so. */
  disabledReason?: string;
  /** The label is only for screen readers: for fields in tables and bars. */
  labelHidden?: boolean;
}

/** A field shows `Shown`, nothing (null or undefined) included, and gives `Given`. */
export type FieldProps<Shown, Given> = FieldBinding<Shown | null | undefined, Given> & FieldLook;
