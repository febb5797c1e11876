import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';

// Echoes every message, in a process of its own. Sends its port to its parent and ends with it.

const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
server.on('connection', (socket) => socket.on('message', (data, isBinary) => socket.send(data, { binary: isBinary })));
server.on('listening', () => process.send!((server.address() as AddressInfo).port));
process.once('disconnect', () => process.exit());
