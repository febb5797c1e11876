import { chakra } from '@chakra-ui/react';
import { FAQ } from '#core/support/faq.ts';

/** Usual questions; a press opens the answer. */
export const FaqTab = () => (
  <chakra.div py="4" maxW="48rem">
    {FAQ.map(({ question, answer }) => (
      <chakra.details key={question} borderBottomWidth="1px" py="3">
        <chakra.summary fontWeight="600" cursor="pointer" focusVisibleRing="outside">
          {question}
        </chakra.summary>
        <chakra.p pt="2" textWrap="pretty">
          {answer}
        </chakra.p>
      </chakra.details>
    ))}
  </chakra.div>
);
