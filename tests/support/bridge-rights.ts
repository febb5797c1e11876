import { client } from '#data/kit/table.ts';
import { actAsBridge } from './function-rights.ts';

// Loaded before bridge/main.ts, in its process.
actAsBridge(client);
