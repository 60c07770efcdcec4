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
  it.each(quoted)('the quoted text of the specification: %s', (text) => {
    expect(elsewhere.filter((source) => source.text.includes(text)).map(({ path }) => path)).toEqual([]);
  });
});

describe('sources', () => {
  it('sources use no untyped escapes', () => {
    const loose = /:\s*any\b|\bas any\b|@ts-ignore|@ts-nocheck/;
    expect(
      [...elsewhere, ...sourcesOf('contract')]
        .filter((source) => loose.test(withoutComments(source)))
        .map(({ path }) => path),
    ).toEqual([]);
  });

  it('sources insert HTML into the page nowhere: 0 raw sinks, formatted text is built from its cleaned elements (IN3)', () => {
    expect(
      elsewhere
        .filter((source) => /dangerouslySetInnerHTML|\.innerHTML\s*=|document\.write/.test(withoutComments(source)))
        .map(({ path }) => path),
    ).toEqual([]);
  });
});
