import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';

// Runs before each test file loads layers/data, which reads the table's name. The access key gives each file a database of its own:
// at each write, DynamoDB Local searches the streams of all tables of a database.
const id = randomUUID().replaceAll('-', '');
Object.assign(process.env, inject('environment'), { AWS_ACCESS_KEY_ID: id, TABLE_NAME: `test-${id}` });
