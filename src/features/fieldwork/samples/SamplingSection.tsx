import { useCallback, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { projectAddress } from '@/features/projects/projectQuery';
import { feedback } from '@/lib/feedback';
import { usePlaceInAddress } from '@/lib/placeInAddress';
import { failures } from '@contract/messages';
import type { SectionProps } from '../site/SiteFrame';
import { BigButton, Chips, SelectField } from '../site/touchInputs';
import { inOrder, isSamplingRunning, type ShownSample } from '../site/unsentOverlay';
import { SampleEditor } from './SampleEditor';
import { SampleList } from './SampleList';
import styles from '../site/site.module.css';

const views = {
  planned: {
    label: '待采',
    holds: ({ state, sampleKind }: ShownSample) => state === 'planned' && sampleKind === 'sample',
  },
  running: { label: '进行中', holds: isSamplingRunning },
  blank: { label: '空白', holds: ({ sampleKind, state }: ShownSample) => sampleKind === 'blank' && state !== 'voided' },
  done: {
    label: '已采',
    holds: ({ state, sampleKind }: ShownSample) => state !== 'planned' && state !== 'voided' && sampleKind === 'sample',
  },
  voided: { label: '作废', holds: ({ state }: ShownSample) => state === 'voided' },
} as const;
type SampleView = keyof typeof views;

/** Returns the tab that a day's list opens with: open samples, or finished ones if none is open. */
const firstView = (samples: readonly ShownSample[]): SampleView =>
  (['planned', 'running', 'done'] as const).find((view) => samples.some(views[view].holds)) ?? 'planned';

interface NoDaysProps {
  readonly locked: boolean;
  readonly project: number;
  readonly site: SectionProps['site'];
}

/** Shows that there is no sampling day, with a link to the page that adds one. */
function NoDays({ locked, project, site }: NoDaysProps) {
  const navigate = useNavigate();
  return (
    <div className={styles.empty}>
      <p>还没有采样日期。新增采样日期后，系统按已批准的采样方案生成当天的样品和编号。</p>
      <BigButton
        disabled={locked}
        onClick={() =>
          void navigate(
            projectAddress('/siteSample/liveSample/condition/pageSamplingTime', {
              id: project,
              code: site.project.code,
              belongInspectName: site.project.unitName,
            } as never),
          )
        }
      >
        新增采样日期
      </BigButton>
    </div>
  );
}

/** Returns the next planned sample of the same kind on a day; after the last it continues with the first. */
function nextPlanned(ofDay: readonly ShownSample[], currentSample: ShownSample): ShownSample | undefined {
  const index = ofDay.findIndex(({ id }) => id === currentSample.id);
  return [...ofDay.slice(index + 1), ...ofDay.slice(0, Math.max(index, 0))].find(
    (candidate) =>
      candidate.sampleKind === currentSample.sampleKind && candidate.state === 'planned' && !candidate.startTime,
  );
}

interface ViewChipsProps {
  readonly view: 'planned' | 'running' | 'blank' | 'done' | 'voided';
  readonly setView: (view: SampleView) => void;
  readonly ofDay: readonly ShownSample[];
}

/** Filter of the day's samples, with the number for each choice. */
function ViewChips({ view, setView, ofDay }: ViewChipsProps) {
  return (
    <Chips
      label="样品范围"
      shape="even"
      chosenValues={[view]}
      onChoose={(value) => setView(value as SampleView)}
      options={(Object.keys(views) as SampleView[]).map((key) => ({
        value: key,
        label: `${views[key].label} ${ofDay.filter(views[key].holds).length}`,
      }))}
    />
  );
}

/** 采样详情: the day's samples and the opened one. */
export function SamplingSection({ project, site, locked }: SectionProps) {
  // The newest day with samples, unless another was chosen.
  const newestDayId = site.days.findLast(({ id }) => id > 0)?.id ?? null;
  const samplesOf = (dayId: number | null) => site.samples.filter(({ samplingDay }) => samplingDay === dayId);
  const [view, setView] = useState<SampleView>(() => firstView(samplesOf(newestDayId)));
  const [chosenDay, setChosenDay] = useState<number | null>(null);
  const [openId, setOpenId] = useState<number | null>(null);
  const [wantedField, setWantedField] = useState<string | undefined>();
  const unsaved = useRef(false);
  const tellUnsaved = useCallback((dirty: boolean) => void (unsaved.current = dirty), []);
  /** Opens another sample, or closes the open one. */
  const leaveFor = async (id: number | null) => {
    if (
      id === openId ||
      (unsaved.current &&
        !(await feedback.confirm(failures.leaveUnsaved, { okText: '离开', cancelText: '继续填写', danger: true })))
    )
      return;
    setOpenId(id);
  };
  usePlaceInAddress(site.days.length > 0, ({ row, field }) => {
    const wantedSample = site.samples.find(({ id }) => id === row);
    if (!wantedSample) return;
    const { id, samplingDay } = wantedSample;
    setChosenDay(samplingDay);
    setView((Object.keys(views) as SampleView[]).find((key) => views[key].holds(wantedSample)) ?? 'planned');
    setWantedField(field);
    void leaveFor(id);
  });
  const day = chosenDay ?? newestDayId;
  const ofDay = useMemo(
    () => inOrder(site.samples.filter(({ samplingDay }) => samplingDay === day)),
    [site.samples, day],
  );
  const shownSamples = ofDay.filter(views[view].holds);
  const openShownSample = site.samples.find(({ id }) => id === openId);

  if (!site.days.length) return <NoDays locked={locked} project={project} site={site} />;
  return (
    <div className={styles.columns} data-open={openShownSample !== undefined}>
      <div className={styles.listColumn}>
        {site.days.length > 1 && (
          <SelectField
            label="采样日期"
            value={String(day)}
            onChange={(value) => {
              setChosenDay(Number(value));
              setView(firstView(samplesOf(Number(value))));
            }}
            options={site.days.map(({ id, sampledOn, dayNo }) => ({
              value: String(id),
              label: `第${dayNo ?? '—'}天　${sampledOn}`,
              disabled: id < 0,
            }))}
          />
        )}
        <ViewChips view={view} setView={setView} ofDay={ofDay} />
        <SampleList
          samples={shownSamples}
          openId={openId}
          onOpen={(id) => void leaveFor(id)}
          empty={view === 'planned' ? '当天的样品都已采完' : `没有${views[view].label}的样品`}
        />
      </div>
      {openShownSample && (
        <SampleEditor
          key={openShownSample.id}
          project={project}
          site={site}
          row={openShownSample}
          locked={locked}
          following={nextPlanned(ofDay, openShownSample)}
          wantedField={wantedField}
          onDirty={tellUnsaved}
          onBack={() => void leaveFor(null)}
          onClose={() => setOpenId(null)}
          onOpen={setOpenId}
        />
      )}
    </div>
  );
}
