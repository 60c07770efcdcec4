import { useRef, useState } from 'react';
import { nowText } from '@/lib/dateTexts';
import { feedback } from '@/lib/feedback';
import { usePlaceInAddress } from '@/lib/placeInAddress';
import { usePageDirty } from '@/session/tabs/pageState';
import { siteWeather } from '@contract/features/fieldwork/entities/siteWeather';
import { airFaults } from '@contract/features/fieldwork/samples/sampleReadings';
import { siteTexts } from '@contract/features/fieldwork/samples/siteTexts';
import { meanWindSpeed, windFaults, windReadingNames } from '@contract/features/fieldwork/samples/windReadings';
import { messages } from '@contract/messages';
import { checkDraft } from '@contract/schema';
import type { SectionProps } from '../site/SiteFrame';
import { writeDelete, writeNew } from '../site/siteWrites';
import { BigButton, Chips, focusFirstFault, NumberField, SelectField, TextField, TimeField } from '../site/touchInputs';
import { UnsentMark } from '../site/UnsentMark';
import type { ShownSite } from '../site/unsentOverlay';
import styles from '../site/site.module.css';

type WeatherDraft = Readonly<Record<string, string | null>>;
/** Returns the mean wind speed of a draft; null unless each of its readings is a number. */
const speedOf = (draft: WeatherDraft): string | null =>
  windReadingNames.every((name) => /^\d+(?:\.\d+)?$/.test(draft[name] ?? '')) ? meanWindSpeed(draft) : null;
const chipOptions = (labels: readonly string[]) => labels.map((label) => ({ value: label, label }));
const skies = chipOptions(['晴', '多云', '阴', '小雨', '雪', '室内']);
const winds = chipOptions(['静风', '东', '南', '西', '北', '东南', '东北', '西南', '西北']);

interface WeatherCardProps {
  readonly row: ShownSite['weather'][number];
  readonly project: number;
  readonly locked: boolean;
}

/** One reading, and the button that deletes it. */
function WeatherCard({ row, project, locked }: WeatherCardProps) {
  const remove = async () => {
    if (await feedback.confirm(messages.confirmDelete, { danger: true }))
      await writeDelete(project, 'siteWeather', row, `删除气象 ${row.measuredAt}`);
  };
  return (
    <li className={styles.card}>
      <div className={styles.cardHead}>
        <strong>
          {row.temperature} ℃　{row.pressure} kPa
        </strong>
        <UnsentMark pending={row.pending} />
      </div>
      <div className={styles.quiet}>
        {row.measuredAt?.slice(5, 16)}　{row.place}
        {row.sky && `　${row.sky}`}
      </div>
      <div className={styles.quiet}>
        {[
          row.humidity && `湿度 ${row.humidity}%`,
          row.windSpeed && `风速 ${row.windSpeed} m/s`,
          row.windDirection && `风向 ${row.windDirection}`,
        ]
          .filter(Boolean)
          .join('　')}
      </div>
      {!locked && row.id > 0 && (
        <button type="button" className={styles.link} onClick={() => void remove()}>
          删除
        </button>
      )}
    </li>
  );
}

/**
 * Returns the state of the form for a new reading, and the function that saves it. Fields that are not typed follow
 * the last reading.
 */
function useWeatherDraft(projectId: number, site: ShownSite, days: ShownSite['days']) {
  const [draft, setDraft] = useState<WeatherDraft>({});
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const form = useRef<HTMLDivElement>(null);
  const lastReading = site.weather.at(-1);
  const tools = site.tools.filter(({ eqpKind }) => eqpKind === 'weather');
  const values: WeatherDraft = {
    samplingDay: String(days.at(-1)?.id ?? ''),
    place: lastReading?.place ?? null,
    sky: lastReading?.sky ?? null,
    measuredAt: null,
    equipment: tools.length === 1 ? String(tools[0]?.id) : null,
    ...draft,
  };
  usePageDirty(
    'weather',
    Object.entries(draft).some(
      ([name, value]) => ['temperature', 'humidity', 'pressure', ...windReadingNames].includes(name) && Boolean(value),
    ),
  );
  const set = (name: string) => (value: string | null) => setDraft((before) => ({ ...before, [name]: value }));
  const save = async () => {
    const body = {
      ...values,
      samplingDay: Number(values.samplingDay),
      measuredAt: values.measuredAt ?? nowText(),
      equipment: values.equipment ? Number(values.equipment) : null,
      windSpeed: speedOf(values),
      project: projectId,
    };
    const checked = checkDraft(siteWeather, body);
    const faults = [
      ...windFaults(values),
      ...(checked.ok ? [] : checked.errors),
      ...airFaults({ temperature: values.temperature ?? null, pressure: values.pressure ?? null }),
    ];
    if (Number(values.humidity ?? 0) > 100) faults.push({ field: 'humidity', message: siteTexts.badHumidity });
    // The messages of the readings replace those of the fields' bounds, because they are more specific.
    setErrors(Object.fromEntries(faults.map(({ field, message }) => [field, message])));
    if (faults.length) return focusFirstFault(form.current);
    await writeNew(projectId, 'siteWeather', body, `气象 ${body.measuredAt.slice(5, 16)} ${String(values.place)}`).then(
      () => {
        // Input made during the save belongs to the next reading.
        setDraft((now) => Object.fromEntries(Object.entries(now).filter(([name, value]) => value !== draft[name])));
        feedback.notify('success', siteTexts.savedOnDevice);
      },
      () => undefined,
    );
  };
  return { form, values, errors, tools, set, save };
}

interface WeatherFormProps {
  /** Days to choose from; at least one. */
  readonly days: ShownSite['days'];
  readonly draft: ReturnType<typeof useWeatherDraft>;
}

/** Form of a new reading. */
function WeatherForm({ days, draft: { form, values, errors, tools, set, save } }: WeatherFormProps) {
  const field = (name: string) => ({ name, value: values[name], onChange: set(name), error: errors[name] });
  const meanSpeed = speedOf(values);
  return (
    <div ref={form} className={styles.formColumn} role="group" aria-label="新的气象条件">
      <h2 className={styles.sectionTitle}>新的记录</h2>
      {days.length > 1 && (
        <SelectField
          label="采样日期"
          {...field('samplingDay')}
          options={days.map(({ id, sampledOn }) => ({ value: String(id), label: sampledOn }))}
        />
      )}
      <div className={styles.pair}>
        <NumberField label="气温" unit="℃" required {...field('temperature')} />
        <NumberField label="气压" unit="kPa" required {...field('pressure')} placeholder="101.3" />
      </div>
      <div className={styles.pair}>
        <NumberField label="相对湿度" unit="%" {...field('humidity')} />
        <NumberField label="风速读数1" unit="m/s" {...field('windSpeed1')} />
      </div>
      <div className={styles.pair}>
        <NumberField label="风速读数2" unit="m/s" {...field('windSpeed2')} />
        <NumberField
          label="风速读数3"
          unit="m/s"
          {...field('windSpeed3')}
          hint={meanSpeed === null ? null : `平均${meanSpeed} m/s`}
        />
      </div>
      <Chips label="天气状况" shape="scroll" options={skies} chosenValues={[values.sky ?? '']} onChoose={set('sky')} />
      <Chips
        label="风向"
        shape="scroll"
        options={winds}
        chosenValues={[values.windDirection ?? '']}
        onChoose={set('windDirection')}
      />
      <TextField label="测量地点" required {...field('place')} maxLength={100} placeholder="例如：喷涂车间" />
      {tools.length > 0 && (
        <SelectField
          label="气象仪器"
          {...field('equipment')}
          options={tools.map(({ id, eqpNo, eqpName }) => ({ value: String(id), label: `${eqpNo} ${eqpName}` }))}
        />
      )}
      <TimeField label="测量时间" {...field('measuredAt')} hint="不填则取当前时间" />
      <BigButton onClick={save}>保存气象</BigButton>
    </div>
  );
}

/** 气象条件: measured several times a day. Samples take the nearest reading. */
export function WeatherSection({ project, site, locked }: SectionProps) {
  const days = site.days.filter(({ id }) => id > 0);
  const draft = useWeatherDraft(project, site, days);
  usePlaceInAddress(days.length > 0, ({ row }) => {
    if (row !== undefined) draft.set('samplingDay')(String(row));
  });
  return (
    <div className={styles.columns} data-first="form">
      <div className={styles.listColumn}>
        <h2 className={styles.sectionTitle}>气象条件</h2>
        {site.weather.length === 0 && (
          <p className={styles.nothing}>还没有气象条件。开始采样前先测一次，样品自动采用最近的一次。</p>
        )}
        <ul className={styles.cards}>
          {[...site.weather].reverse().map((row) => (
            <WeatherCard key={row.id} row={row} project={project} locked={locked} />
          ))}
        </ul>
      </div>
      {!locked && days.length > 0 && <WeatherForm days={days} draft={draft} />}
      {!locked && days.length === 0 && <p className={styles.nothing}>请先在“日期”中新增采样日期。</p>}
    </div>
  );
}
