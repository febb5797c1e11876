import { EVENTS_GROUP } from '#core/dealer-settings/event-groups.ts';
import { AppError } from '#core/errors.ts';
import { nameSkeleton } from '#core/name-skeleton.ts';
import { EventCategory } from '#core/profiles/events.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { PhoneField } from '#web/components/form/phone-field.tsx';
import { SelectField } from '#web/components/form/select-field.tsx';
import { TextField } from '#web/components/form/text-field.tsx';
import { useForm } from '#web/components/form/use-form.ts';

interface CategoryDialogProps {
  /** Undefined for a new one. */
  category: EventCategory | undefined;
  taken: readonly string[];
  /** The names to choose from, besides the present one. Undefined: people type the name. */
  offered: readonly string[] | undefined;
  /** What the category is saved with. */
  savedWith: 'profile' | 'unit';
  onSave: (category: EventCategory) => void;
  onClose: () => void;
}

/** Adds or edits a category of events: its name, and the numbers that the unit calls. */
export function CategoryDialog({ category, taken, offered, savedWith, onSave, onClose }: CategoryDialogProps) {
  const isFixed = category?.CategoryName === EVENTS_GROUP;
  const form = useForm({
    schema: EventCategory,
    initial: category ?? { CategoryName: '', Phone1: '', Phone2: '' },
    requireChange: category !== undefined,
    onSubmit: (next) => {
      const others = taken.filter((name) => name !== category?.CategoryName).map(nameSkeleton);
      const skeleton = nameSkeleton(next.CategoryName);
      if (next.CategoryName !== category?.CategoryName && others.includes(skeleton))
        throw refused('CategoryName', 'Another category has this name');
      if (next.Phone1 === '' && next.Phone2 !== '') throw refused('Phone1', 'Enter the first number before the second');
      onSave(next);
    },
  });
  return (
    <FormDialog
      title={category ? `Edit ${category.CategoryName}` : 'New category'}
      form={form}
      submitLabel={category ? 'Change category' : 'Add category'}
      onClose={onClose}
      description={`It is saved with the ${savedWith}.`}
    >
      {offered && !isFixed ? (
        <SelectField
          label="Category name"
          placeholder="Choose an event group"
          options={[...(category ? [category.CategoryName] : []), ...offered].map((name) => ({
            value: name,
            label: name,
          }))}
          {...form.field('CategoryName')}
        />
      ) : (
        <TextField
          label="Category name"
          maxLength={40}
          {...form.field('CategoryName')}
          {...(isFixed && { disabledReason: 'The category Events keeps its name' })}
        />
      )}
      <PhoneField label="First number" {...form.field('Phone1')} />
      <PhoneField label="Second number" {...form.field('Phone2')} help="Called if the first does not answer" />
    </FormDialog>
  );
}

const refused = (path: string, message: string) => new AppError('INVALID', message, [{ path, message }]);
