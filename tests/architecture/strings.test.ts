import { describe, expect, it } from 'vitest';
import { messages } from '@contract/messages';
import { rules } from '@contract/rules';
import { sourcesOf, withoutComments } from './sources';

// DESIGN §2.9: texts quoted from the specification are only in the contract.

const quoted = [...new Set([...Object.values(messages), ...Object.values(rules).map(({ message }) => message)])].filter(
  (text) => [...text].length >= 6,
);
const elsewhere = sourcesOf('server', 'src');

describe('quoted text of the specification', () => {
  it.each(quoted)(
    'the text quoted from the specification stands only in the messages of the folder contract: %s',
    (text) => {
      expect(elsewhere.filter((source) => source.text.includes(text)).map(({ path }) => path)).toEqual([]);
    },
  );
});

describe('sources', () => {
  it('the sources contain no untyped escapes such as any', () => {
    const loose = /:\s*any\b|\bas any\b|@ts-ignore|@ts-nocheck/;
    expect(
      [...elsewhere, ...sourcesOf('contract')]
        .filter((source) => loose.test(withoutComments(source)))
        .map(({ path }) => path),
    ).toEqual([]);
  });

  it('the sources insert HTML into the page nowhere: 0 raw sinks; formatted text is built from cleaned elements (IN3)', () => {
    expect(
      elsewhere
        .filter((source) => /dangerouslySetInnerHTML|\.innerHTML\s*=|document\.write/.test(withoutComments(source)))
        .map(({ path }) => path),
    ).toEqual([]);
  });
});
