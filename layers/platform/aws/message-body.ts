/**
 * What JSON may hold as it is and a message may not: SQS takes the characters of XML (SendMessage, MessageBody). Characters beyond
 * U+FFFF are among those, but not for every queue that is compatible with it: where text is UTF-16, each is two that are none.
 */
const NOT_FOR_SQS = /[\ud800-\udfff\ufffe\uffff]/g;

/** An object as the JSON of a message, in characters that SQS takes whatever text the object holds; read as any other JSON. */
export const messageBody = (message: object): string =>
  JSON.stringify(message).replaceAll(NOT_FOR_SQS, (letter) => `\\u${letter.charCodeAt(0).toString(16)}`);
