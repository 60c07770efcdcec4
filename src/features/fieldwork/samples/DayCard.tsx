import { useState } from 'react';
import { feedback } from '@/lib/feedback';
import { outboxTexts } from '@/outbox/outboxTexts';
import { usePageDirty } from '@/session/tabs/pageState';
import { samplerCountProblem } from '@contract/features/fieldwork/samples/samplerCount';
import type { DayRow } from '@contract/features/fieldwork/samples/siteData';
import { messages } from '@contract/messages';
import type { SectionProps } from '../site/SiteFrame';
import { writeDay, writeDelete } from '../site/siteWrites';
import { BigButton, TextField } from '../site/touchInputs';
import { UnsentMark } from '../site/UnsentMark';
import { progressOf, type WithUnsentItem } from '../site/unsentOverlay';
import { CollectorSelection } from './CollectorChips';
import styles from '../site/site.module.css';

interface DayCardProps extends Pick<SectionProps, 'project' | 'site' | 'locked'> {
  readonly row: WithUnsentItem<DayRow>;
  readonly onLabels: () => void;
}

/** A sampling day: progress, labels and collectors, who can be added later. */
export function DayCard({ project, site, locked, row, onLabels }: DayCardProps) {
  const [draft, setDraft] = useState<Pick<DayRow, 'collectors' | 'production' | 'remark'> | null>(null);
  const [error, setError] = useState<string | null>(null);
  const changed =
    draft !== null &&
    (draft.production !== row.production ||
      draft.remark !== row.remark ||
      draft.collectors.join() !== row.collectors.join());
  usePageDirty(`day:${row.id}`, changed);
  const samples = site.samples.filter(({ samplingDay }) => samplingDay === row.id);
  const { done, total } = progressOf(samples);
  const blanks = samples.filter(({ sampleKind, state }) => sampleKind === 'blank' && state !== 'voided').length;
  const isStored = row.id > 0;
  const keep = async () => {
    if (!draft) return;
    const problem = draft.collectors.join() === row.collectors.join() ? null : samplerCountProblem(draft);
    setError(problem);
    if (problem) return;
    // Changes made during the save stay unsaved.
    await writeDay(project, row, draft).then(
      () => setDraft((now) => (now === draft ? null : now)),
      () => undefined,
    );
  };
  const remove = async () => {
    if (await feedback.confirm(messages.confirmDelete, { danger: true }))
      await writeDelete(project, 'samplingDay', row, `删除采样日期 ${row.sampledOn}`);
  };
  return (
    <li className={styles.card}>
      <div className={styles.cardHead}>
        <strong>
          {row.dayNo ? `第${row.dayNo}天　` : ''}
          {row.sampledOn}
        </strong>
        <UnsentMark pending={row.pending} />
      </div>
      {row.pending && (!isStored || row.pending.refused) && (
        <div className={styles.quiet}>{row.pending.refused?.message ?? `${outboxTexts.title}，上传后生成样品`}</div>
      )}
      {isStored && (
        <div className={styles.quiet}>
          样品 {total - blanks}，空白 {blanks}，已采 {done}/{total}
          {(row.collectorsName?.length ?? 0) > 0 && `　采样人 ${row.collectorsName?.join('、') ?? ''}`}
        </div>
      )}
      {draft && (
        <div className={styles.formColumn}>
          <CollectorSelection
            team={site.team}
            chosenIds={draft.collectors}
            onChange={(collectors) => setDraft({ ...draft, collectors: [...collectors] })}
          />
          <TextField
            label="生产状况"
            value={draft.production}
            onChange={(production) => setDraft({ ...draft, production })}
            maxLength={100}
          />
          <TextField
            label="备注"
            value={draft.remark}
            onChange={(remark) => setDraft({ ...draft, remark })}
            maxLength={200}
            error={error}
          />
          <div className={styles.cardActions}>
            <BigButton kind="plain" onClick={() => setDraft(null)}>
              取消
            </BigButton>
            <BigButton disabled={Boolean(row.pending)} onClick={keep}>
              保存
            </BigButton>
          </div>
        </div>
      )}
      {isStored && !draft && (
        <div className={styles.cardActions}>
          <BigButton kind="plain" disabled={!samples.length} onClick={onLabels}>
            打印标签
          </BigButton>
          {!locked && !row.pending && (
            <BigButton
              kind="plain"
              onClick={() => setDraft({ collectors: row.collectors, production: row.production, remark: row.remark })}
            >
              改采样人
            </BigButton>
          )}
          {!locked && samples.every(({ state, recordedAt }) => state === 'planned' && !recordedAt) && (
            <BigButton kind="plain" onClick={remove}>
              删除
            </BigButton>
          )}
        </div>
      )}
    </li>
  );
}
