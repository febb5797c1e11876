import { chakra, Flex, IconButton, SimpleGrid } from '@chakra-ui/react';
import { Trash2 } from 'lucide-react';
import { useId } from 'react';
import type { z } from 'zod';
import { MAX_CANARIES, MAX_WATCH_HOURS, type RolloutStage } from '#core/rollouts/plan.ts';
import { NumberField } from '#web/components/form/number-field.tsx';
import { TextField } from '#web/components/form/text-field.tsx';
import type { Draft } from '#web/components/form/use-form.ts';
import { DealerField } from '#web/shared/dealers/dealer-field.tsx';
import { CarriersField } from './carriers-field.tsx';
import { TagsField } from './tags-field.tsx';

/** A stage while it is filled in. `id` tells it from others when one before it is removed. */
export type StageDraft = Draft<z.input<typeof RolloutStage>> & { id: number };

interface StageFieldsProps {
  index: number;
  stage: StageDraft;
  errorAt: (path: string) => string | undefined;
  onChange: (stage: StageDraft) => void;
  onRemove?: () => void;
}

/** The fields of one stage. */
export function StageFields({ index, stage, errorAt, onChange, onRemove }: StageFieldsProps) {
  const field = <Name extends keyof StageDraft & string>(name: Name) => {
    const path = `stages.${index}.${name}`;
    const error = errorAt(path);
    return {
      name: path,
      value: stage[name],
      onChange: (value: StageDraft[Name]) => onChange({ ...stage, [name]: value }),
      ...(error !== undefined && { error }),
    };
  };
  const id = useId();
  const isCanary = index === 0;
  const title = isCanary ? 'First stage: the canary' : `Stage ${index + 1}`;
  return (
    <chakra.section
      aria-labelledby={id}
      borderWidth="1px"
      borderColor="border"
      borderRadius="l2"
      bg="bg.panel"
      p="4"
      minW="0"
    >
      <Flex justify="space-between" align="center" minH="8" mb="3">
        <chakra.h3 id={id} fontWeight="600">
          {title}
        </chakra.h3>
        {onRemove && (
          <IconButton size="xs" variant="ghost" aria-label={`Remove stage ${index + 1}`} onClick={onRemove}>
            <Trash2 size={15} aria-hidden />
          </IconButton>
        )}
      </Flex>
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
        <TextField label="Name" maxLength={60} required {...field('name')} />
        <DealerField label="Dealer and all below it" placeholder="All dealers" clearable {...field('DealerKey')} />
        <NumberField
          label="At most"
          suffix="units"
          minimum={1}
          {...(isCanary ? { required: true, maximum: MAX_CANARIES } : { placeholder: 'All' })}
          {...field('atMost')}
        />
        <NumberField label="Share of these units" suffix="%" minimum={1} maximum={100} required {...field('percent')} />
        <NumberField
          label="Watch each unit for"
          suffix="hours"
          minimum={1}
          maximum={MAX_WATCH_HOURS}
          required
          {...field('watchHours')}
        />
        <TagsField
          label="With one of these tags"
          help="Separate tags by commas. Leave it empty for any unit."
          {...field('tags')}
        />
      </SimpleGrid>
      <chakra.div mt="4">
        <CarriersField
          label="With the active SIM of"
          help="Choose none for any carrier."
          value={stage.carriers ?? []}
          onChange={(carriers) => onChange({ ...stage, carriers })}
        />
      </chakra.div>
    </chakra.section>
  );
}
