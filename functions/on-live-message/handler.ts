import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware';
import middy from '@middy/core';
import type { APIGatewayProxyResultV2, APIGatewayProxyWebsocketEventV2 } from 'aws-lambda';
import { correlated } from '#platform/aws/correlation.ts';
import { logger } from '#platform/aws/observability.ts';
import { endConnection } from '#platform/live/publish.ts';
import { connect } from './connect.ts';
import { handleMessage } from './handle-message.ts';

type LiveEvent = APIGatewayProxyWebsocketEventV2 & { queryStringParameters?: Record<string, string> };

const done = { statusCode: 200 };

/** The function behind the WebSocket API: browsers connect with a ticket, send messages and disconnect. */
export const handler = middy<LiveEvent, APIGatewayProxyResultV2>()
  .use(injectLambdaContext(logger, { resetKeys: true }))
  .handler(({ requestContext, queryStringParameters, body }) =>
    correlated(requestContext.requestId, async () => {
      const { connectionId, routeKey } = requestContext;
      if (routeKey === '$connect') return connect(connectionId, queryStringParameters?.ticket);
      if (routeKey === '$disconnect') await endConnection(connectionId);
      else await handleMessage(connectionId, body);
      return done;
    }),
  );
