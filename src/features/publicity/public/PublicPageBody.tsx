import { Fragment, useEffect } from 'react';
import type { PageChild } from '@contract/features/publicity/pages/pageTree';
import { toReact } from './toReact';

/** Renders the body of a public page if the server did not render it, and makes its buttons work. */
export function PublicPageBody({ tree }: { tree: readonly PageChild[] }) {
  useEffect(() => {
    void import('./enhancePage').then(
      ({ enhancePage: enhance }) => enhance(),
      () => undefined,
    );
  }, []);
  return (
    <div className="pub-page pub-inner">
      {tree.map((child, index) => (
        <Fragment key={index}>{toReact(child)}</Fragment>
      ))}
    </div>
  );
}
