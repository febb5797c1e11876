import { Box, Button, chakra, Flex } from '@chakra-ui/react';
import { CircleCheck, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import type { Attachment } from '#core/support/attachment.ts';
import { support } from '#core/support/contract.ts';
import { MAX_COMMENT } from '#core/support/ticket.ts';
import { PRIORITIES } from '#core/support/ticket-values.ts';
import { Dialog } from '#web/components/dialog/dialog.tsx';
import { Form, SubmitButton } from '#web/components/form/form.tsx';
import { SelectField } from '#web/components/form/select-field.tsx';
import { TextAreaField } from '#web/components/form/text-area-field.tsx';
import { useForm } from '#web/components/form/use-form.ts';
import { ErrorState } from '#web/components/states/error-state.tsx';
import { Loading, TextSkeleton } from '#web/components/states/skeletons.tsx';
import { RelativeTime } from '#web/components/text/relative-time.tsx';
import type { Output } from '#web/lib/api/api.ts';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import { Attach, AttachmentButton } from './attachments.tsx';
import { TicketStatusBadge } from './ticket-words.tsx';

type OpenTicket = Output<typeof support.ticket>;

const OPTIONS = PRIORITIES.map((value) => ({ value, label: value }));
const REFRESHES = [support.ticket, support.tickets];

/** A ticket with its comments. */
export function TicketDialog({ TicketKey, onClose }: { TicketKey: string; onClose: () => void }) {
  const answer = useEndpoint(support.ticket, { id: TicketKey });
  const { data: ticket, error } = answer;
  return (
    <Dialog open onClose={onClose} title={ticket?.Subject ?? 'Ticket'} size="lg">
      {ticket ? (
        <Conversation ticket={ticket} />
      ) : error ? (
        <ErrorState
          title="The ticket could not be loaded"
          failure={error}
          onRetry={() => void answer.mutate()}
          retrying={answer.isValidating}
        />
      ) : (
        <Loading label="Ticket: loading">
          <TextSkeleton lines={5} />
        </Loading>
      )}
    </Dialog>
  );
}

function Conversation({ ticket }: { ticket: OpenTicket }) {
  const { TicketKey, version, Status, Priority, DealerName, conversation } = ticket;
  const change = useEndpointMutation(support.changeTicket, { refreshes: REFRESHES, success: 'The ticket was changed' });
  const isClosed = Status === 'Closed';
  return (
    <Flex direction="column" gap="4">
      <Flex gap="4" align="flex-end" wrap="wrap" justify="space-between">
        <Flex gap="4" align="center" wrap="wrap">
          <TicketStatusBadge status={Status} />
          <chakra.span color="fg.muted">{DealerName}</chakra.span>
        </Flex>
        <Flex gap="3" align="flex-end">
          <Box w="9rem">
            <SelectField
              name="priority"
              label="Priority"
              options={OPTIONS}
              value={Priority}
              onChange={(chosen) => chosen && void change.trigger({ TicketKey, version, Priority: chosen })}
            />
          </Box>
          <Button variant="outline" onClick={() => void change.trigger({ TicketKey, version, closed: !isClosed })}>
            {isClosed ? <RotateCcw size={15} aria-hidden /> : <CircleCheck size={15} aria-hidden />}
            {isClosed ? 'Open again' : 'Close ticket'}
          </Button>
        </Flex>
      </Flex>
      <chakra.ul aria-label="Comments" listStyleType="none" display="grid" gap="3">
        {conversation.map(({ commentKey, text, authorName, isAnswer, writtenAt, attachments }) => (
          <chakra.li
            key={commentKey}
            p="3"
            borderRadius="l2"
            borderWidth="1px"
            bg={isAnswer ? 'accent.subtle' : 'bg.panel'}
          >
            <Flex justify="space-between" gap="3" color="fg.muted" textStyle="xs">
              <span>{isAnswer ? `${authorName} · Support` : authorName}</span>
              <RelativeTime at={writtenAt} />
            </Flex>
            <chakra.p whiteSpace="pre-wrap" overflowWrap="anywhere" pt="1">
              {text}
            </chakra.p>
            {attachments.map((attachment) => (
              <AttachmentButton key={attachment.file} TicketKey={TicketKey} attachment={attachment} />
            ))}
          </chakra.li>
        ))}
      </chakra.ul>
      {!isClosed && <CommentForm ticket={ticket} />}
    </Flex>
  );
}

function CommentForm({ ticket: { TicketKey, answers } }: { ticket: OpenTicket }) {
  const write = useEndpointMutation(support.comment, {
    refreshes: REFRESHES,
    success: answers ? 'The answer was sent' : 'The comment was sent',
  });
  const [pending, setPending] = useState<string>();
  const form = useForm({
    schema: support.comment.input,
    initial: { TicketKey, text: '', attachments: [] as Attachment[] },
    requireChange: true,
    onSubmit: async (comment) => {
      await write.submit(comment);
      form.set({ text: '', attachments: [] });
    },
  });
  return (
    <Form form={form} id="ticket-comment" label="Comment">
      <TextAreaField label={answers ? 'Answer' : 'Comment'} maxLength={MAX_COMMENT} {...form.field('text')} />
      <Attach
        TicketKey={TicketKey}
        attachments={form.values.attachments ?? []}
        onChange={(attachments) => form.set({ attachments })}
        onPending={setPending}
      />
      <SubmitButton form={form} formId="ticket-comment" disabledReason={pending}>
        {answers ? 'Send answer' : 'Send comment'}
      </SubmitButton>
    </Form>
  );
}
