import { useState } from 'react';
import { useMissingItems } from '@/features/projects/missing/useMissingItems';
import { MoveButtons } from '@/features/projects/moves/MoveButtons';
import { useProject } from '@/features/projects/useProject';
import { todayText } from '@/lib/dateTexts';
import { usePlaceInAddress } from '@/lib/placeInAddress';
import { useSession } from '@/session/sessionStore';
import { gapsBefore } from '@contract/features/archive/projectGaps';
import { samplerCountProblem } from '@contract/features/fieldwork/samples/samplerCount';
import { dayProblem } from '@contract/features/fieldwork/samples/samplingDays';
import { siteTexts } from '@contract/features/fieldwork/samples/siteTexts';
import { project as projectEntity } from '@contract/features/projects/entities/project';
import type { SectionProps } from '../site/SiteFrame';
import { reloadSite } from '../site/siteStore';
import { writeNew } from '../site/siteWrites';
import { BigButton, DayField, TextField } from '../site/touchInputs';
import { progressOf, warningsOf } from '../site/unsentOverlay';
import { CollectorSelection } from './CollectorChips';
import { DayCard } from './DayCard';
import { DayLabels } from './DayLabels';
import styles from '../site/site.module.css';

const endOnly = ['endSampling'] as const;

/** Button 结束采样: a move of the project, sent at once and not queued, because all records must have arrived. */
function EndSampling({ site, model, project }: SectionProps) {
  const { project: row, timeline, refresh } = useProject();
  const { done, total } = progressOf(site.samples);
  const remainingCount = total - done;
  const gaps = gapsBefore('endSampling', useMissingItems(row));
  if (!row || site.project.stage !== 'sampling') return null;
  const warnings = warningsOf(site);
  const blockedReason = model.unsent
    ? `还有${model.unsent}条记录待同步，上传后再结束采样`
    : remainingCount
      ? `还有${remainingCount}个样品待采，请采样或作废后再结束采样`
      : total
        ? undefined
        : siteTexts.noSamples;
  return (
    <div className={styles.card}>
      <h3>结束现场采样</h3>
      <p className={styles.quiet}>{blockedReason ?? '全部样品已采。结束后采样记录不能再修改，项目进入样品交接。'}</p>
      {warnings.length > 0 && (
        <section aria-label={siteTexts.toCheck(warnings.length)}>
          <p className={styles.quiet}>{siteTexts.toCheck(warnings.length)}</p>
          <ul className={styles.warnings}>
            {warnings.map(({ message }) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        </section>
      )}
      <div className={styles.moveBox}>
        <MoveButtons
          entity={projectEntity}
          row={row}
          timeline={timeline}
          onlyMoves={endOnly}
          blocked={{ endSampling: blockedReason }}
          missing={{ endSampling: gaps }}
          nextIsElsewhere={!site.days.length}
          onMoved={() => void Promise.all([refresh(), reloadSite(project)])}
        />
      </div>
    </div>
  );
}

/** 采样日期: each day creates its samples. Labels are printed by day, and sampling is ended here. */
export function DaysSection(props: SectionProps) {
  const { project, site, locked } = props;
  const me = useSession((session) => session.user);
  const [day, setDay] = useState<string | null>(todayText());
  const [production, setProduction] = useState<string | null>('正常');
  const [personIds, setPeople] = useState<readonly number[]>(() =>
    me && site.team.some(({ id }) => id === me.id) ? [me.id] : [],
  );
  const [remark, setRemark] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [crewError, setCrewError] = useState<string | null>(null);
  const [labelsOf, setLabelsOf] = useState<number | null>(null);
  const faultOfDay = (wantedDay: string | null, reason: string | null): string | null =>
    wantedDay && site.life ? dayProblem(wantedDay, { ...site.life, today: todayText() }, reason) : null;
  usePlaceInAddress(true, () => undefined);
  const add = async () => {
    if (!day) return setError('请选择采样日期');
    if (site.days.some(({ sampledOn }) => sampledOn === day)) return setError(siteTexts.dayTaken(day));
    const [problem, crewFault] = [faultOfDay(day, remark), samplerCountProblem({ collectors: personIds, remark })];
    setError(problem);
    setCrewError(crewFault);
    if (problem || crewFault) return;
    await writeNew(
      project,
      'samplingDay',
      { sampledOn: day, production, collectors: personIds, ...(remark ? { remark } : {}) },
      `采样日期 ${day}`,
    ).catch(() => undefined);
  };
  return (
    <div className={styles.columns}>
      <div className={styles.listColumn}>
        <h2 className={styles.sectionTitle}>采样日期</h2>
        {site.days.length === 0 && <p className={styles.nothing}>还没有采样日期。新增后按采样方案生成当天的样品。</p>}
        <ul className={styles.cards}>
          {site.days.map((row) => (
            <DayCard
              key={row.id}
              project={project}
              site={site}
              locked={locked}
              row={row}
              onLabels={() => setLabelsOf(row.id)}
            />
          ))}
        </ul>
      </div>
      <div className={styles.formColumn}>
        {!locked && (
          <div role="group" aria-label="新增采样日期">
            <h2 className={styles.sectionTitle}>新增采样日期</h2>
            <DayField label="采样日期" name="sampledOn" required value={day} onChange={setDay} error={error} />
            <CollectorSelection team={site.team} chosenIds={personIds} onChange={setPeople} error={crewError} />
            <TextField label="生产状况" value={production} onChange={setProduction} maxLength={100} />
            {(faultOfDay(day, null) || samplerCountProblem({ collectors: personIds, remark: null })) && (
              <TextField
                label="备注"
                value={remark}
                onChange={setRemark}
                maxLength={200}
                placeholder={faultOfDay(day, null) ? '例如：补录上月已完成的采样' : '例如：另一采样人沈国强'}
              />
            )}
            {/* After the first day the next action is to sample, or to end the sampling. */}
            <BigButton kind={site.days.length ? 'plain' : 'primary'} onClick={add}>
              新增并生成样品
            </BigButton>
          </div>
        )}
        <EndSampling {...props} />
      </div>
      <DayLabels site={site} dayId={labelsOf} onClose={() => setLabelsOf(null)} />
    </div>
  );
}
