import { useEffect, useRef, useState } from 'react';
import { nowText } from '@/lib/dates';
import { feedback } from '@/lib/feedback';
import { usePageDirty } from '@/session/tabs/pageState';
import { takesSamples } from '@contract/features/equipment/equipmentRules';
import { sample } from '@contract/features/fieldwork/entities/sample';
import { measuredFaults } from '@contract/features/fieldwork/samples/measuredReadings';
import {
  type RecordField,
  recordFields,
  type RecordValues,
  sameValue,
} from '@contract/features/fieldwork/samples/recordFields';
import { type ReadingsResult, sampleReadings } from '@contract/features/fieldwork/samples/sampleReadings';
import { siteTexts } from '@contract/features/fieldwork/samples/siteTexts';
import { toolProblem } from '@contract/features/fieldwork/samples/toolProblem';
import { type PhysicalForm } from '@contract/features/laboratory/methods/physical/form';
import { formOfLayout } from '@contract/features/laboratory/methods/physical/forms';
import { type FieldError, fieldSchema } from '@contract/schema';
import { clockText, useElapsed } from '../site/clock';
import { BigButton, Chips, focusFirstFault, NumberField, SelectField, TextField, TimeField } from '../site/controls';
import {
  airOf,
  isRunning,
  rulesOf,
  shiftTimeOf,
  type ShownSample,
  type ShownSite,
  warningsOf,
  wornFault,
} from '../site/overlay';
import { Waiting } from '../site/Waiting';
import { writeReadings, writeVoid } from '../site/writes';
import { MeasuredFields } from './MeasuredFields';
import { ReadingsPanel } from './ReadingsPanel';
import { VoidPanel } from './VoidPanel';
import styles from '../site/site.module.css';

interface SampleEditorProps {
  readonly project: number;
  readonly site: ShownSite;
  readonly row: ShownSample;
  readonly locked: boolean;
  readonly following: ShownSample | undefined;
  readonly onDirty: (dirty: boolean) => void;
  /** Leaves without saving; asks about unsaved input. */
  readonly onBack: () => void;
  /** Called after the input is saved, like `onOpen`. */
  readonly onClose: () => void;
  readonly onOpen: (id: number) => void;
}

/** States in which a measurement on site can be corrected: until its record is signed. */
const openStates: readonly string[] = ['planned', 'collected'];
const openWhileMeasured: readonly string[] = [...openStates, 'received', 'distributed', 'testing'];

/** Proposes the calibration of the meter from other samples of the day, because it applies to all of them. */
function likelyMeasured(row: ShownSample, site: ShownSite, form: PhysicalForm | undefined): RecordValues {
  const same = site.samples.filter(
    (one) =>
      one.id !== row.id &&
      one.samplingDay === row.samplingDay &&
      site.forms?.[one.id] === form?.key &&
      one.measured?.['sourceLevel'],
  );
  const before = form && same.sort((a, b) => String(b.startTime).localeCompare(String(a.startTime)))[0]?.measured;
  if (!before) return {};
  return {
    measured: Object.fromEntries(
      ['sourceLevel', 'levelBefore'].flatMap((key) => (before[key] ? [[key, before[key]]] : [])),
    ),
  };
}

const withFault = (result: ReadingsResult, fault: FieldError | null): ReadingsResult =>
  fault ? { ...result, faults: [...result.faults, fault], complete: false } : result;

const valuesOf = (row: ShownSample): RecordValues =>
  Object.fromEntries(recordFields.map((name) => [name, row[name] ?? null])) as RecordValues;

/** Proposes values from other samples of the same place. */
function likely(row: ShownSample, site: ShownSite): RecordValues {
  const samplers = site.tools.filter(({ eqpKind }) => takesSamples(eqpKind));
  const before = site.samples
    .filter((one) => one.id !== row.id && one.place === row.place && one.startTime)
    .sort((a, b) => String(b.startTime).localeCompare(String(a.startTime)))[0];
  // The same medium of one day usually has one lot.
  const lot = site.samples.find(
    (one) => one.samplingDay === row.samplingDay && one.medium === row.medium && one.collectorLot,
  )?.collectorLot;
  return {
    equipment: before?.equipment ?? (samplers.length === 1 ? (samplers[0]?.id ?? null) : null),
    production: before?.production ?? site.days.find(({ id }) => id === row.samplingDay)?.production ?? null,
    ...(before?.controlsRunning ? { controlsRunning: before.controlsRunning } : {}),
    ...(before?.ppeWorn ? { ppeWorn: before.ppeWorn } : {}),
    ...(row.mode === 'personal' && before?.person ? { person: before.person } : {}),
    ...(lot ? { collectorLot: lot } : {}),
  };
}

/**
 * Editor of one sample: before, 开始, 结束, after, results. Each change is stored at once and works without a network.
 */
export function SampleEditor({
  project,
  site,
  row,
  locked,
  following,
  onDirty,
  onBack,
  onClose,
  onOpen,
}: SampleEditorProps) {
  const [typed, setTyped] = useState<RecordValues>({});
  const [tried, setTried] = useState(false);
  const [voiding, setVoiding] = useState(false);
  const box = useRef<HTMLElement>(null);
  const [more, setMore] = useState(false);
  const [manualAir, setManualAir] = useState(false);
  const [laterTyped, setLaterTyped] = useState(false);
  const [setOtherwise, setSetOtherwise] = useState(false);
  // Scrolls to the top of the form, which shows the sample's number; the previous sample may have been scrolled down.
  useEffect(() => {
    box.current?.firstElementChild?.scrollIntoView({ block: 'nearest' });
  }, []);
  const fresh = row.state === 'planned' && !row.startTime;
  const form = formOfLayout(site.forms?.[row.id]);
  const suggested = fresh ? { ...likely(row, site), ...likelyMeasured(row, site, form) } : {};
  const stored = valuesOf(row);
  const values: RecordValues = {
    ...stored,
    ...Object.fromEntries(Object.entries(suggested).filter(([name]) => stored[name as RecordField] === null)),
    ...typed,
  };
  const merged: ShownSample = { ...row, ...values };
  const air = airOf(merged, site.weather);
  const blank = row.sampleKind === 'blank';
  const rules = rulesOf(merged, site, row);
  const whole = { ...(blank ? merged : { ...merged, temperature: air.temperature, pressure: air.pressure }), ...rules };
  const result = withFault(sampleReadings(whole), wornFault(merged, row, site));
  const shown = { ...site, samples: site.samples.map((one) => (one.id === row.id ? merged : one)) };
  const shift = blank ? undefined : shiftTimeOf(row.id, shown);
  const warnings = blank
    ? []
    : warningsOf(shown)
        .filter(({ samples }) => samples.includes(row.id))
        .map(({ message }) => message);
  const open = !locked && (form ? openWhileMeasured : openStates).includes(row.state ?? '');
  const running = isRunning(merged);
  const elapsed = useElapsed(merged.startTime, running);
  const dirty = recordFields.some((name) => Object.hasOwn(typed, name) && !sameValue(name, typed[name], stored[name]));
  const unsaved = dirty && open;
  usePageDirty(`sample-${row.id}`, unsaved);
  useEffect(() => {
    onDirty(unsaved);
    return () => onDirty(false);
  }, [onDirty, unsaved]);

  const shapes = Object.fromEntries(
    Object.entries(typed).flatMap(([name, value]) => {
      const checked = fieldSchema(sample.fields[name as RecordField]).safeParse(value);
      return checked.success ? [] : [[name, checked.error.issues[0]?.message ?? '']];
    }),
  ) as Partial<Record<RecordField, string>>;
  // A reading's own error is more specific than the number's bounds.
  const faultOf = (name: RecordField): string | null =>
    result.faults.find(({ field }) => field === name)?.message ?? shapes[name] ?? null;
  const set = (name: RecordField) => (value: string | number | null) =>
    setTyped((before) => ({ ...before, [name]: value }));
  const text = (name: RecordField): string | null =>
    values[name] === null || values[name] === undefined ? null : String(values[name]);

  const unread = form ? measuredFaults(form, values.measured) : [];

  /** Queues the record. Invalid values are reported at their fields and stay. */
  const save = async (changes: RecordValues = {}): Promise<boolean> => {
    const wanted = { ...values, ...changes };
    const next = { ...merged, ...changes };
    const after = withFault(
      sampleReadings({ ...whole, ...changes, ...rulesOf(next, site, row) }),
      wornFault(next, row, site),
    );
    setTyped((before) => ({ ...before, ...changes }));
    setTried(true);
    if (after.faults.length || unread.length || Object.keys(shapes).length) {
      focusFirstFault(box.current);
      return false;
    }
    // The server takes the weather by the same rule. Values that nobody typed are not sent.
    const kept = await writeReadings(project, row, wanted).then(
      () => true,
      () => false,
    );
    // Keeps the input if it could not be stored, and input made during the save.
    if (kept)
      setTyped((now) =>
        Object.fromEntries(Object.entries(now).filter(([name, value]) => value !== wanted[name as RecordField])),
      );
    return kept;
  };
  const take = async (name: 'startTime' | 'endTime') => void (await save({ [name]: nowText() }));
  const saveAnd = async (then: () => void) => {
    const fault = result.faults[0]?.message ?? unread[0]?.message ?? Object.values(shapes)[0];
    if (await save()) then();
    else if (fault) feedback.notify('error', fault);
  };
  const go = () => (following ? onOpen(following.id) : onClose());
  const voidIt = (reason: string, again: boolean) =>
    writeVoid(project, row, reason, again).then(
      (done) => (done ? go() : undefined),
      () => undefined,
    );

  const tool = site.tools
    .filter(({ id, eqpKind }) => takesSamples(eqpKind) || String(id) === text('equipment'))
    .map((one) => {
      const overdue = takesSamples(one.eqpKind) && toolProblem(one, rules.sampledOn) !== null;
      return {
        value: String(one.id),
        label: `${one.eqpNo} ${one.eqpName}${overdue ? '（已过有效期）' : ''}`,
        disabled: overdue,
      };
    });
  const timed = laterTyped || Boolean(text('startTime'));
  const missingText =
    result.missing.length && tried
      ? `还缺：${result.missing.map((name) => sample.fields[name as RecordField]?.label ?? name).join('、')}`
      : null;

  return (
    <article ref={box} className={styles.editor} aria-label={`样品 ${row.sampleNo}`}>
      <div className={styles.editorHead}>
        <button type="button" className={styles.back} onClick={onBack} aria-label="返回样品列表">
          ‹
        </button>
        <div>
          <div className={styles.no}>{row.sampleNo}</div>
          <div className={styles.quiet}>
            {blank ? '现场空白' : [row.workshop, row.place].filter(Boolean).join(' · ')}
          </div>
        </div>
        <Waiting pending={row.pending} />
      </div>
      <p className={styles.what}>
        {row.hazardName}
        {row.medium && ` · ${row.medium}`}
        {!blank && row.plannedFlow && ` · ${row.plannedFlow}L/min`}
        {!blank && row.plannedMinutes !== null && ` × ${row.plannedMinutes}min`}
      </p>
      {row.pending?.refused && (
        <p className={styles.refusal} role="alert">
          {row.pending.refused.message}（在顶部“待同步”中处理）
        </p>
      )}
      {row.state === 'voided' && <p className={styles.refusal}>已作废：{row.stateReason}</p>}
      {row.lateEntry && <p className={styles.quiet}>补录：记录时间晚于采样当天</p>}

      {blank ? (
        <section className={styles.group}>
          {!text('startTime') && open && <BigButton onClick={() => take('startTime')}>采集空白（现在）</BigButton>}
          <TimeField
            label="采集时间"
            value={text('startTime')}
            onChange={set('startTime')}
            disabled={!open}
            error={faultOf('startTime')}
            hint="空白带到现场，开启后立即封闭，不抽气"
          />
          <TextField
            label="采样介质批号"
            value={text('collectorLot')}
            onChange={set('collectorLot')}
            disabled={!open}
            maxLength={50}
            error={faultOf('collectorLot')}
          />
        </section>
      ) : (
        <>
          <section className={styles.group} aria-label="采样前">
            {row.mode === 'personal' && (
              <TextField
                label="采样对象"
                value={text('person')}
                onChange={set('person')}
                disabled={!open}
                placeholder="姓名"
                maxLength={50}
                error={faultOf('person')}
              />
            )}
            {tool.length > 0 ? (
              <SelectField
                label={form ? '测量仪器' : '采样仪器'}
                value={text('equipment')}
                onChange={(value) => set('equipment')(value === null ? null : Number(value))}
                disabled={!open}
                options={tool}
                empty="请选择已出库的仪器"
              />
            ) : (
              <p className={styles.quiet}>
                没有为本项目出库的{form ? '测量仪器' : '采样仪器'}；在“设备出入库”出库后可选择。
              </p>
            )}
            {!form && (
              <TextField
                label="采样介质批号"
                value={text('collectorLot')}
                onChange={set('collectorLot')}
                disabled={!open}
                maxLength={50}
                error={faultOf('collectorLot')}
              />
            )}
            {(row.plannedFlow !== null || values.flowBefore) && (
              <NumberField
                label="采样前流量"
                unit="L/min"
                value={text('flowBefore')}
                onChange={set('flowBefore')}
                disabled={!open}
                error={faultOf('flowBefore')}
                placeholder={row.plannedFlow ? `计划 ${row.plannedFlow}` : ''}
              />
            )}
            {(setOtherwise || text('flowSet') !== null) && (
              <NumberField
                label="设定流量"
                unit="L/min"
                value={text('flowSet')}
                onChange={set('flowSet')}
                disabled={!open}
                error={faultOf('flowSet')}
              />
            )}
            {row.plannedFlow !== null && open && !setOtherwise && text('flowSet') === null && (
              <button type="button" className={styles.link} onClick={() => setSetOtherwise(true)}>
                未按计划流量设定
              </button>
            )}
          </section>
          <section className={styles.group} aria-label="采样">
            {open && !text('startTime') && (
              <BigButton onClick={() => take('startTime')}>{form ? '开始测量' : '开始采样'}</BigButton>
            )}
            {open && !text('startTime') && !laterTyped && (
              <button type="button" className={styles.link} onClick={() => setLaterTyped(true)}>
                {form ? '已经测完，补填时间' : '已经采完，补填时间'}
              </button>
            )}
            {running && elapsed !== null && (
              <div
                className={styles.runningBox}
                data-over={row.plannedMinutes !== null && elapsed >= row.plannedMinutes * 60}
              >
                <span className={styles.elapsed}>{clockText(elapsed)}</span>
                <span>
                  {row.plannedMinutes !== null ? `计划 ${row.plannedMinutes} 分钟` : form ? '测量进行中' : '采样进行中'}
                </span>
              </div>
            )}
            {open && running && (
              <BigButton kind="stop" onClick={() => take('endTime')}>
                {form ? '结束测量' : '结束采样'}
              </BigButton>
            )}
            {timed && (
              <TimeField
                label="开始时间"
                value={text('startTime')}
                onChange={set('startTime')}
                disabled={!open}
                error={faultOf('startTime')}
              />
            )}
            {timed && (
              <TimeField
                label="结束时间"
                value={text('endTime')}
                onChange={set('endTime')}
                disabled={!open}
                error={faultOf('endTime')}
              />
            )}
            {rules.constantFlow && timed && (
              <p className={styles.quiet}>恒流采样器，采样后不需测量流量，体积按设定流量计算</p>
            )}
            {(row.plannedFlow !== null || values.flowAfter) && timed && !rules.constantFlow && (
              <NumberField
                label="采样后流量"
                unit="L/min"
                value={text('flowAfter')}
                onChange={set('flowAfter')}
                disabled={!open}
                error={faultOf('flowAfter')}
              />
            )}
            {result.voidReason && open && !voiding && (
              <BigButton kind="danger" onClick={() => setVoiding(true)}>
                作废并重新采样
              </BigButton>
            )}
          </section>
          {text('startTime') && (
            <section className={styles.group} aria-label="气象">
              {air.from && !manualAir && (
                <p className={styles.airLine}>
                  取最近的气象：{air.from.temperature}℃　{air.from.pressure}kPa（{air.from.measuredAt.slice(11, 16)}{' '}
                  {air.from.place}）{' '}
                  <button type="button" className={styles.link} onClick={() => setManualAir(true)} disabled={!open}>
                    手动填写
                  </button>
                </p>
              )}
              {!air.from && !text('temperature') && !manualAir && (
                <p className={styles.airLine}>
                  当天还没有气象记录，记录后自动采用。{' '}
                  <button type="button" className={styles.link} onClick={() => setManualAir(true)} disabled={!open}>
                    手动填写
                  </button>
                </p>
              )}
              {(manualAir || text('temperature') !== null || text('pressure') !== null) && (
                <div className={styles.pair}>
                  <NumberField
                    label="气温"
                    unit="℃"
                    value={text('temperature')}
                    onChange={set('temperature')}
                    disabled={!open}
                    error={faultOf('temperature')}
                    placeholder={air.from?.temperature ?? ''}
                  />
                  <NumberField
                    label="气压"
                    unit="kPa"
                    value={text('pressure')}
                    onChange={set('pressure')}
                    disabled={!open}
                    error={faultOf('pressure')}
                    placeholder={air.from?.pressure ?? ''}
                  />
                </div>
              )}
            </section>
          )}
          {form && (
            <MeasuredFields
              form={form}
              mode={row.mode}
              sampledOn={rules.sampledOn}
              measured={values.measured ?? {}}
              disabled={!open}
              onChange={(measured) => setTyped((before) => ({ ...before, measured }))}
            />
          )}
          {text('startTime') && !form && <ReadingsPanel result={result} shift={shift?.text ?? null} />}
          {warnings.length > 0 && (
            <ul className={styles.warnings} aria-label="请核对">
              {warnings.map((one) => (
                <li key={one}>{one}</li>
              ))}
            </ul>
          )}
          {row.period === 'short' && timed && !form && (
            <Chips
              titled
              label="15 min内其余时间"
              options={[
                { value: 'yes', label: '无接触' },
                { value: 'no', label: '有接触或不清楚' },
              ]}
              chosen={[values.restUnexposed === true ? 'yes' : 'no']}
              onChoose={(value) => setTyped((before) => ({ ...before, restUnexposed: value === 'yes' }))}
              disabled={!open}
            />
          )}
          <section className={styles.group}>
            <button type="button" className={styles.fold} aria-expanded={more} onClick={() => setMore(!more)}>
              {more ? '▾' : '▸'} 生产、防护与备注
            </button>
            {more && (
              <>
                <TextField
                  label="生产状况"
                  value={text('production')}
                  onChange={set('production')}
                  disabled={!open}
                  maxLength={100}
                />
                <Chips
                  label="生产状况快选"
                  options={['正常', '部分生产', '满负荷'].map((one) => ({ value: one, label: one }))}
                  chosen={[text('production') ?? '']}
                  onChoose={set('production')}
                  disabled={!open}
                />
                <TextField
                  label="防护设施及运行"
                  value={text('controlsRunning')}
                  onChange={set('controlsRunning')}
                  disabled={!open}
                  maxLength={100}
                />
                <TextField
                  label="防护用品佩戴"
                  value={text('ppeWorn')}
                  onChange={set('ppeWorn')}
                  disabled={!open}
                  maxLength={100}
                />
                {site.team.length > 0 && (
                  <Chips
                    titled
                    label="采样人"
                    options={site.team.map(({ id, name }) => ({ value: String(id), label: name }))}
                    chosen={(values.collectors ?? []).map(String)}
                    disabled={!open}
                    onChoose={(value) =>
                      setTyped((before) => {
                        const now = values.collectors ?? [];
                        return {
                          ...before,
                          collectors: now.includes(Number(value))
                            ? now.filter((one) => one !== Number(value))
                            : [...now, Number(value)],
                        };
                      })
                    }
                  />
                )}
                <TextField
                  label="备注"
                  rows={2}
                  value={text('remark')}
                  onChange={set('remark')}
                  disabled={!open}
                  maxLength={200}
                />
              </>
            )}
          </section>
        </>
      )}
      {voiding && <VoidPanel row={row} given={result.voidReason} onVoid={voidIt} onCancel={() => setVoiding(false)} />}
      {missingText && (
        <p className={styles.quiet} role="status">
          {missingText}
        </p>
      )}
      {open && !voiding && (
        <div className={styles.editorFoot}>
          <BigButton kind="plain" onClick={() => setVoiding(true)}>
            作废
          </BigButton>
          <BigButton
            kind="plain"
            disabled={!dirty}
            onClick={() => saveAnd(() => feedback.notify('success', siteTexts.kept))}
          >
            保存
          </BigButton>
          <BigButton onClick={() => saveAnd(go)}>{following ? '保存，下一个' : '保存并返回'}</BigButton>
        </div>
      )}
    </article>
  );
}
