import { Fragment, useEffect } from 'react';
import type { PageChild } from '@contract/features/publicity/pages/tree';
import { toReact } from './toReact';

/**
 * Elements of a public page, where another server than ours has not written them into the page, with what makes its
 * buttons work.
 */
export function PublicTree({ tree }: { tree: readonly PageChild[] }) {
  useEffect(() => {
    void import('./enhance').then(
      ({ enhance }) => enhance(),
      () => undefined,
    );
  }, []);
  return (
    <div className="pub-page pub-inner">
      {tree.map((child, at) => (
        <Fragment key={at}>{toReact(child)}</Fragment>
      ))}
    </div>
  );
}
