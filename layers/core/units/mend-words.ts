import type { Mend } from './verdict.ts';

/** What people can do about a reason. Apart from the verdict, because only screens need it. */
export const MEND_WORDS: Readonly<Record<Mend, string>> = {
  report: 'Switch reporting on',
  unitID: 'Give it a unit ID',
  begin: 'Switch it on where it has signal',
  reach: 'Call the wearer, and check its power and signal',
  move: 'Move it to a place with more signal',
  secret: 'Give it a secret, and store that in the unit',
  line: 'Check its signal and its SIM',
  noSim: 'Check the SIMs of the unit, and restart it',
  activate: 'Activate the SIM',
  carrier: 'The carrier is at work. Refresh the SIM from its carrier to see whether it is done',
  testCall: 'Check its signal and its SIM, then make a test call',
  switchOn: 'Ask the wearer to switch it on',
  charge: 'Charge it, or plug it in',
  battery: 'Change its battery',
  batteries: 'Change their batteries',
  ping: 'Wait for its next ping. If this stays, save the configuration again',
  update: 'Update it when it suits the wearer',
};
