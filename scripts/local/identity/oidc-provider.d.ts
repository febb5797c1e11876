/** The parts of oidc-provider 9 that are used here. The package has no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  export interface Interaction {
    uid: string;
    prompt: { name: string };
    params: Record<string, unknown>;
  }

  export type InteractionResult = { login: { accountId: string } } | { error: string; error_description: string };

  export interface Grant {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }

  export interface Context {
    type: string;
    body: unknown;
    oidc: {
      client: { clientId: string };
      session: { accountId: string };
      params: { scope: string };
      provider: Provider;
    };
  }

  export class Provider {
    constructor(issuer: string, configuration: object);
    Grant: new (of: {
      clientId: string;
      accountId: string;
    }) => Grant;
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: InteractionResult,
      options: { mergeWithLastSubmission: boolean },
    ): Promise<void>;
  }
}
