import { createFaults, type FaultReply } from './faults.ts';
import { json, type StandInReply, type StandInRequest } from './http.ts';

/** An answer that the service documents as an error; `type` is the name that the SDK gives the exception. */
export class AwsError extends Error {
  readonly status: number;
  readonly type: string;

  constructor(status: number, type: string, message: string) {
    super(message);
    this.status = status;
    this.type = type;
  }
}

/** Services differ in how they spell the member that holds the words. */
export type MessageMember = 'message' | 'Message';

/** Answers what the handler throws as an AWS REST service does: the type in a header, the words in the body. */
export function answeringErrors(
  member: MessageMember,
  handle: (request: StandInRequest) => StandInReply | Promise<StandInReply>,
) {
  return async (request: StandInRequest): Promise<StandInReply> => {
    try {
      return await handle(request);
    } catch (error) {
      if (!(error instanceof AwsError)) throw error;
      return json(error.status, { [member]: error.message }, { 'x-amzn-errortype': error.type });
    }
  };
}

/** The common faults in the words of an AWS REST service. */
export function awsFaults<Own extends string = never>(throttlingType: string, own: readonly Own[] = []) {
  return createFaults<Own>({
    own,
    replies: {
      status429: fault(429, throttlingType, 'Rate exceeded'),
      status500: fault(500, 'InternalServerException', 'An internal error occurred'),
    },
  });
}

const fault = (status: number, type: string, message: string): FaultReply => ({
  status,
  headers: { 'content-type': 'application/json', 'x-amzn-errortype': type },
  body: JSON.stringify({ message, Message: message }),
});

/** The request's body as JSON; what does not parse is refused as the services do. */
export function parseBody(request: StandInRequest): unknown {
  try {
    return JSON.parse(request.body.toString() || '{}');
  } catch {
    throw new AwsError(400, 'SerializationException', 'The body is not JSON');
  }
}
