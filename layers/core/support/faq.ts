/** Questions that people ask often, with what they can do. */
export const FAQ: readonly { question: string; answer: string }[] = [
  {
    question: 'A unit is silent. What do I do?',
    answer:
      'Open the unit and look at its last ping, its battery and its SIM. Ask the customer whether the unit has power and a light. Then send a ping from the console. If the unit does not answer within its ping interval, open a ticket with its serial number.',
  },
  {
    question: 'Why does a change not reach a unit?',
    answer:
      'A unit takes changes at its next appropriate ping. The page of the unit shows what waits for it. A unit with a low battery takes large updates only after it has been charged.',
  },
  {
    question: 'What does Pending Activation mean?',
    answer:
      'The portal has asked the carrier for the state, and the carrier has not confirmed it. This usually takes some minutes. Refresh the SIM from its carrier if it takes longer than a day.',
  },
  {
    question: 'How do I move a unit to another customer?',
    answer: 'Remove the unit from its customer first. Then open the other customer and assign the unit.',
  },
  {
    question: 'How do I change many units at once?',
    answer:
      'Select units in the list and choose an action, or first list the units of a file with Units › Find units by a file, at most 1,000 lines. The report of the bulk action shows the outcome of each unit.',
  },
  {
    question: 'I lost the phone with my authenticator app. How do I sign in?',
    answer:
      'Use one of your recovery codes. If you have none, an administrator of your dealer can reset your second factor on the page of your user.',
  },
  {
    question: 'Who sees my tickets?',
    answer:
      'People of your dealer and of the dealers above it. Engineers of the root dealer see and answer all tickets.',
  },
];
