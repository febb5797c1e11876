import { createFaults, type FaultReply } from './faults.ts';
import { json, type StandInReply, type StandInRequest } from './http.ts';

/** An error that the service documents; `type` is the SDK's name of the exception. */
export class AwsError extends Error {
  readonly status: number;
  readonly type: string;

  constructor(status: number, type: string, message: string) {
    super(message);
    this.status = status;
    this.type = type;
  }
}

/** The services spell the member with the message differently. */
export type MessageMember = 'message' | 'Message';

/** Answers an AwsError like an AWS REST service: the type in a header, the message in the body. */
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

/** The common faults, answered as an AWS REST service answers. */
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

/** The request's body as JSON. An invalid body is refused with the services' error. */
export function parseBody(request: StandInRequest): unknown {
  try {
    return JSON.parse(request.body.toString() || '{}');
  } catch {
    throw new AwsError(400, 'SerializationException', 'The body is not JSON');
  }
}
