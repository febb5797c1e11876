import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';

// The smallest function: a client of the table and a handler.

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));

export const handler = (event) => client.send(new QueryCommand(event));
