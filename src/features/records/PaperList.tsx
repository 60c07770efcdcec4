import { type ReactNode, useEffect, useRef } from 'react';
import { recordsTexts } from '@contract/features/records/recordsTexts';
import type { PaperEntry, PaperKind } from '@contract/features/records/recordsWire';
import styles from './records.module.css';

interface PaperListProps {
  /** Newest versions. */
  readonly papers: readonly PaperEntry[];
  readonly current: string | undefined;
  readonly chosenKeys: ReadonlySet<string>;
  readonly onOpen: (key: string) => void;
  readonly onChoose: (keys: readonly string[], isChosen: boolean) => void;
  /** Actions for the selected papers. */
  readonly children: ReactNode;
}

const order: readonly PaperKind[] = ['survey', 'plan', 'sampling', 'incoming', 'handOver', 'record'];

/** Returns the signatures of a paper as text, such as 检测人李× 11-20. Missing ones are left out. */
const signatureText = ({ signers }: PaperEntry): string =>
  signers
    .flatMap(({ label, name, on: signedOn }) =>
      name ? [`${label}${name}${signedOn ? ` ${signedOn.slice(5)}` : ''}`] : [],
    )
    .join('，');

function PaperListItem({
  paper,
  current,
  chosenKeys,
  onOpen,
  onChoose,
}: { readonly paper: PaperEntry } & Pick<PaperListProps, 'current' | 'chosenKeys' | 'onOpen' | 'onChoose'>) {
  const { key, title, no, about, state, tone, version } = paper;
  const name = [about ?? title, no].filter(Boolean).join(' ');
  const signatures = signatureText(paper);
  const line = useRef<HTMLLIElement>(null);
  const isCurrent = key === current;
  useEffect(() => {
    if (isCurrent) line.current?.scrollIntoView?.({ block: 'nearest' });
  }, [isCurrent]);
  return (
    <li ref={line} className={styles.entry} data-current={isCurrent}>
      <label className={styles.tick}>
        <input
          type="checkbox"
          aria-label={`选择 ${name}`}
          checked={chosenKeys.has(key)}
          onChange={(event) => onChoose([key], event.target.checked)}
        />
      </label>
      <button
        type="button"
        className={styles.open}
        aria-current={isCurrent}
        title={[title, no, about, signatures].filter(Boolean).join('\n')}
        onClick={() => onOpen(key)}
      >
        <span className={styles.line}>
          <b>{about ?? title}</b>
          <span className={styles.state} data-tone={tone ?? undefined}>
            {state}
          </span>
        </span>
        {no && (
          <span className={styles.line}>
            <span className={styles.no}>{no}</span>
            {version > 1 && <span className={styles.version}>{recordsTexts.versionNo(version)}</span>}
          </span>
        )}
        {signatures && <span className={styles.small}>{signatures}</span>}
      </button>
    </li>
  );
}

/** Lists a project's papers by step of the work, with state, signatures and version. */
export function PaperList({ papers, current, chosenKeys, onOpen, onChoose, children }: PaperListProps) {
  const allKeys = papers.map(({ key }) => key);
  const isAnyChosen = allKeys.some((key) => chosenKeys.has(key));
  const areAllChosen = allKeys.every((key) => chosenKeys.has(key));
  return (
    <aside className={styles.side} aria-label="记录清单">
      <div className={styles.batch}>
        <label className={`${styles.all} reach`}>
          <input
            type="checkbox"
            checked={areAllChosen}
            ref={(box) => {
              if (box) box.indeterminate = isAnyChosen && !areAllChosen;
            }}
            onChange={(event) => onChoose(allKeys, event.target.checked)}
          />
          全选（{papers.length}份）
        </label>
        {children}
      </div>
      <nav className={styles.groups} aria-label="原始记录">
        {order.map((kind) => {
          const kindPapers = papers.filter((paper) => paper.kind === kind);
          if (kindPapers.length === 0) return null;
          return (
            <section key={kind}>
              <h2>
                {recordsTexts.groups[kind]}
                <small>{kindPapers.length}份</small>
              </h2>
              <ul>
                {kindPapers.map((paper) => (
                  <PaperListItem
                    key={paper.key}
                    paper={paper}
                    current={current}
                    chosenKeys={chosenKeys}
                    onOpen={onOpen}
                    onChoose={onChoose}
                  />
                ))}
              </ul>
            </section>
          );
        })}
      </nav>
    </aside>
  );
}
