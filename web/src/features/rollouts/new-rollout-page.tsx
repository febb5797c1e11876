import { Button, chakra, Flex, SimpleGrid } from '@chakra-ui/react';
import { Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { ota } from '#core/ota/contract.ts';
import { type FirmwareVersion, isOffered, ownFirmware } from '#core/ota/firmware-version.ts';
import { rollouts } from '#core/rollouts/contract.ts';
import { MAX_STAGES, MAX_UNITS_PER_HOUR, MaintenanceWindow, RolloutPlan } from '#core/rollouts/plan.ts';
import { countriesLeftOut, hoursApart, SUGGESTED_WINDOW } from '#core/rollouts/window.ts';
import { Form, SubmitButton } from '#web/components/form/form.tsx';
import { FormActions } from '#web/components/form/form-actions.tsx';
import { NumberField } from '#web/components/form/number-field.tsx';
import { SelectField } from '#web/components/form/select-field.tsx';
import { TextField } from '#web/components/form/text-field.tsx';
import { SwitchField } from '#web/components/form/toggle-fields.tsx';
import { useForm } from '#web/components/form/use-form.ts';
import { Page } from '#web/components/page/page.tsx';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { SettingSection } from '#web/components/page/setting-section.tsx';
import { readOf } from '#web/lib/api/early-reads.ts';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import type { FirstReads } from '#web/lib/page/screen.ts';
import { readOfDealerField } from '#web/shared/dealers/dealer-field.tsx';
import { rolloutHref } from '#web/shared/rollouts/hrefs.ts';
import { CarriersField } from './carriers-field.tsx';
import { type StageDraft, StageFields } from './stage-fields.tsx';
import { WindowFields } from './window-fields.tsx';

export const firstReads: FirstReads = () => [readOf(ota.loadVersions, {}), readOfDealerField()];

const CANARY: StageDraft = { id: 1, name: 'Canary', atMost: 10, watchHours: 24, percent: 100 };
const REST: StageDraft = { id: 2, name: 'All others', watchHours: 24, percent: 100 };

/** Proposes a rollout. It begins when a second person approves it. */
export default function NewRolloutPage() {
  const navigate = useNavigate();
  const formId = useId();
  const [openedAt] = useState(() => Date.now());
  const versions = useEndpoint(ota.loadVersions, {});
  const propose = useEndpointMutation(rollouts.propose, {
    success: ({ plan }) => `${plan.name} waits for the approval of a second person`,
    refreshes: [rollouts.list],
  });
  const form = useForm({
    schema: RolloutPlan,
    initial: {
      name: '',
      FirmVerKey: '',
      stages: [CANARY, REST] as never,
      unitsPerHour: 100,
      networks: [],
      mostTries: 3,
      coolOffHours: 24,
    },
    onSubmit: async (plan) => {
      const { rolloutId } = await propose.submit(plan);
      // After the form counts as saved, so that nobody is asked whether to leave it.
      setTimeout(() => void navigate(rolloutHref(rolloutId)));
    },
  });
  // A stage that is being filled in may lack values: the submit checks them.
  const stages = form.values.stages as unknown as readonly StageDraft[];
  const setStages = (next: readonly StageDraft[]) => form.set({ stages: next as never });
  return (
    <Page>
      <PageHeader
        title="New rollout"
        description="Units get the version in stages. A second person approves the rollout before it begins."
      />
      <Form form={form} id={formId} label="Rollout">
        <SettingSection title="Version" description="Only the signed firmware of the units themselves.">
          <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4" maxW="40rem">
            <TextField label="Name" maxLength={80} {...form.field('name')} />
            <SelectField
              label="Version"
              options={optionsOf(versions.data?.data.flatMap((model) => model.versions) ?? [])}
              {...form.field('FirmVerKey')}
            />
          </SimpleGrid>
        </SettingSection>
        <SettingSection
          title="Stages"
          description="The first stage is the canary: a few units that show whether the version is good. Each later stage begins when the one before it is done and watched. Only the last stage takes units that are silent."
        >
          <Flex direction="column" gap="4" maxW="46rem">
            {stages.map((stage, index) => (
              <StageFields
                key={stage.id}
                index={index}
                stage={stage}
                errorAt={form.errorAt}
                onChange={(next) => setStages(stages.with(index, next))}
                {...(index > 0 && { onRemove: () => setStages(stages.toSpliced(index, 1)) })}
              />
            ))}
            {stages.length < MAX_STAGES && (
              <Button
                alignSelf="flex-start"
                variant="outline"
                size="sm"
                onClick={() =>
                  setStages([...stages, { ...REST, id: nextId(stages), name: `Stage ${stages.length + 1}` }])
                }
              >
                <Plus size={15} aria-hidden />
                Add stage
              </Button>
            )}
          </Flex>
        </SettingSection>
        <SettingSection title="Pace and time" description="How fast units get the version, and when.">
          <Flex direction="column" gap="4" maxW="40rem">
            <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
              <NumberField
                label="Pace"
                suffix="units an hour"
                minimum={1}
                maximum={MAX_UNITS_PER_HOUR}
                {...form.field('unitsPerHour')}
              />
            </SimpleGrid>
            <SwitchField
              label="Only in a maintenance window"
              help={`By the clock of the place where the unit is. If nobody knows the place, it must be open in all of the country at once: choose more than ${hoursApart(openedAt)} hours.`}
              name="hasWindow"
              value={form.values.window !== undefined}
              onChange={(has) => form.set({ window: has ? SUGGESTED_WINDOW : undefined })}
            />
            {form.values.window && (
              <WindowFields
                window={form.values.window}
                warning={leftOutWords(form.values.window, openedAt)}
                errorAt={form.errorAt}
                onChange={(window) => form.set({ window })}
              />
            )}
            <CarriersField
              label="Only while the unit is on the network of"
              help="Choose none for any network."
              value={form.values.networks ?? []}
              onChange={(networks) => form.set({ networks })}
            />
          </Flex>
        </SettingSection>
        <SettingSection
          title="Failures"
          description="A unit whose update fails rests before the next try, each time twice as long."
        >
          <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4" maxW="40rem">
            <NumberField label="Tries" minimum={1} maximum={5} {...form.field('mostTries')} />
            <NumberField label="First rest" suffix="hours" minimum={1} maximum={168} {...form.field('coolOffHours')} />
          </SimpleGrid>
        </SettingSection>
        <FormActions form={form}>
          <chakra.p color="fg.muted" textStyle="sm">
            No unit is updated before a second person approves the rollout.
          </chakra.p>
          <SubmitButton form={form} formId={formId}>
            Propose rollout
          </SubmitButton>
        </FormActions>
      </Form>
    </Page>
  );
}

/** Which units a window never fits; undefined if it fits all, or while it is being typed. */
function leftOutWords(window: MaintenanceWindow, now: number): string | undefined {
  if (!MaintenanceWindow.safeParse(window).success) return undefined;
  const countries = countriesLeftOut(window, now);
  if (countries.length === 0) return undefined;
  return `This window is never open in all of ${countries.join(' and ')} at once. Units there whose state or province nobody knows are left out.`;
}

const nextId = (stages: readonly StageDraft[]) => Math.max(...stages.map(({ id }) => id)) + 1;

const optionsOf = (versions: readonly FirmwareVersion[]) =>
  versions
    .filter((version) => isOffered(version) && version.firmVerType === ownFirmware(version.unitModel))
    .map(({ FirmVerKey, unitModel, version }) => ({ value: FirmVerKey, label: `${unitModel} ${version}` }));
