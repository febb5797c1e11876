/**
 * Characters that JSON allows and an SQS message does not: SQS takes the characters of XML only (SendMessage, MessageBody).
 * Characters beyond U+FFFF are allowed too, but some compatible queues read UTF-16: there, a surrogate pair is two invalid characters.
 */
const NOT_FOR_SQS = /[\ud800-\udfff\ufffe\uffff]/g;

/** An object as JSON that SQS accepts: other characters are escaped. */
export const messageBody = (message: object): string =>
  JSON.stringify(message).replaceAll(NOT_FOR_SQS, (letter) => `\\u${letter.charCodeAt(0).toString(16)}`);
