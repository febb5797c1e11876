/**
 * What an action can do. `stopsHelp`: somebody who calls for help may not be heard. `final`: it cannot be undone.
 * `reversible`: the opposite action restores what was.
 */
export type Weight =
  | { severity: 'stopsHelp'; acknowledgements: readonly [string, ...string[]] }
  | { severity: 'final' | 'reversible' };

/** The same weight with other sentences to acknowledge, if it has any and some are given. */
export const withSentences = (weight: Weight, [first, ...others]: readonly string[]): Weight =>
  first !== undefined && weight.severity === 'stopsHelp' ? { ...weight, acknowledgements: [first, ...others] } : weight;

/** Marked, so that a function which only judges a change does not load the sentences. */
const stopsHelp = /* @__NO_SIDE_EFFECTS__ */ (...acknowledgements: [string, ...string[]]) =>
  ({ severity: 'stopsHelp', acknowledgements }) as const;
const UNTIL_NEW_SECRET = stopsHelp('Nobody can call for help with this unit until it has a new secret.');
const UNITS_WITHOUT_PROOF = stopsHelp(
  'Nobody can call for help with a unit that has no secret, if the new dealer requires one.',
);
const FINAL = { severity: 'final' } as const;
const REVERSIBLE = { severity: 'reversible' } as const;

/** The actions that ask first: how grave each is, and what the person acknowledges. Screens take the look of a question from here. */
export const ACTIONS = {
  switchReportingOff: stopsHelp('Nobody is told when somebody calls for help with this unit.'),
  switchReportingOffForMany: stopsHelp('Nobody is told when somebody calls for help with these units.'),
  rebootUnit: stopsHelp('Nobody can call for help with this unit until it has restarted.'),
  changeMode: stopsHelp('Nobody can call for help with this unit while its mode is not Ready.'),
  changeCarrier: stopsHelp('Nobody can call for help with this unit until it has connected over the other SIM.'),
  changeCarrierForMany: stopsHelp(
    'Nobody can call for help with these units until they have connected over the other SIM.',
  ),
  switchSimOff: stopsHelp(
    'The unit becomes inoperable and can no longer be reached. Nobody can call for help with it.',
  ),
  switchSimOffForMany: stopsHelp(
    'The units become inoperable and can no longer be reached. Nobody can call for help with them.',
  ),
  changePlan: stopsHelp(
    'If the plan has no voice, nobody can speak with this unit over this SIM when it calls for help.',
  ),
  changePlanForMany: stopsHelp(
    'If the plan has no voice, nobody can speak with a unit that uses such a SIM when it calls for help.',
  ),
  giveSecret: stopsHelp('This unit sends no alarms until the new secret is stored in it.'),
  deleteAccessory: stopsHelp('Nobody is told when somebody calls for help with this accessory.'),
  moveAccessory: stopsHelp('The other unit does not hear a call for help from this accessory any more.'),
  withdrawSecret: UNTIL_NEW_SECRET,
  swapBoard: UNTIL_NEW_SECRET,
  lockOutUnproven: stopsHelp('Nobody can call for help with a unit that is locked out.'),

  changeSim: FINAL,
  deleteUser: FINAL,
  resetSecondFactor: FINAL,
  resetFlag: FINAL,
  removePasskey: FINAL,
  deleteNotification: FINAL,
  deleteShippingAddress: FINAL,
  deleteRecord: FINAL,
  deleteCaregiverCustomer: FINAL,
  archiveCustomer: FINAL,
  removeFromCustomer: FINAL,
  eraseCustomer: FINAL,
  deleteQueuedMessage: FINAL,
  destroyUnits: FINAL,
  cancelUpdates: FINAL,
  cancelBulkAction: FINAL,
  replaceProfiles: FINAL,
  moveUnits: UNITS_WITHOUT_PROOF,
  replaceStock: FINAL,
  replaceUnitIDs: FINAL,
  signFirmware: FINAL,
  endRollout: FINAL,
  rollBackRollout: FINAL,

  offerFirmware: REVERSIBLE,
  approveRollout: REVERSIBLE,
  resumeRollout: REVERSIBLE,
  createUsers: REVERSIBLE,
  importUnits: FINAL,
  releaseFromOrder: REVERSIBLE,
  withdrawShipment: REVERSIBLE,
  switchReportingOn: REVERSIBLE,
  changeTags: REVERSIBLE,
  allowSms: REVERSIBLE,
  switchRemoteLog: REVERSIBLE,
  markDataDirty: REVERSIBLE,
  disableUser: REVERSIBLE,
  setAccessAs: REVERSIBLE,
  moveDealer: REVERSIBLE,
  closeDealer: REVERSIBLE,
  signOutEverywhere: REVERSIBLE,
  deleteReminder: REVERSIBLE,
  stopReportMail: REVERSIBLE,
  deleteEventCategory: REVERSIBLE,
  saveDuplicateUnitID: REVERSIBLE,
  replaceReminder: REVERSIBLE,
  removeCaregiver: REVERSIBLE,
  deleteMainContact: REVERSIBLE,
  deleteMonitoringCenter: REVERSIBLE,
} as const satisfies Record<string, Weight>;
