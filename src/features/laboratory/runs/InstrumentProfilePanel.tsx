import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Checkbox, Input, Select, Skeleton, Space, Table } from 'antd';
import { useMemo, useState } from 'react';
import { failureOf } from '@/api/callFailures';
import { crud } from '@/api/crudClient';
import { succeeded } from '@/api/succeeded';
import { clearable } from '@/lib/clearableInput';
import { feedback } from '@/lib/feedback';
import { fixedDictionaries } from '@contract/dictionaries';
import { runProfile } from '@contract/features/laboratory/entities/runProfile';
import { readInstrument } from '@contract/features/laboratory/instruments/readInstrument';
import { statedKeys } from '@contract/features/laboratory/instruments/statedKeys';
import { runTexts } from '@contract/features/laboratory/runs/runTexts';
import type { RunRaw } from '@contract/features/laboratory/runs/runWire';
import { profileOfStored, type StoredProfile } from '@contract/features/laboratory/runs/storedProfile';
import { readRunRaw } from './runCalls';
import type { Run } from './RunDrawer';
import styles from '../methods.module.css';

const api = crud(runProfile);

/** Roles of columns that a person assigns, with a mark for required ones. */
const roles = [
  ['componentColumn', false],
  ['valueColumn', true],
  ['replicateColumn', false],
  ['unitColumn', false],
  ['timeColumn', false],
] as const;
type RoleColumns = Readonly<Partial<Record<(typeof roles)[number][0], number>>>;

/** Where the sample's name stands: a column, the value of a key above the table, or the file name. */
type SamplePlace = { readonly column: number } | { readonly key: string } | 'fileName';

interface ProfileChoice extends RoleColumns {
  readonly name: string;
  /** Index of the line with the headings; null if the table has none. */
  readonly head: number | null;
  readonly quantity: string;
  readonly decimalMark: string | null;
  readonly averaged: boolean;
  readonly sample: SamplePlace | null;
  readonly componentNames: string;
}

/** Guesses the line of the headings: the first row of at least two cells without a number. */
const guessedHead = ({ rows }: RunRaw): number | null =>
  rows.find(({ cells }) => cells.filter(Boolean).length > 1 && cells.every((cell) => !/^-?[\d.,]+$/.test(cell)))
    ?.line ?? null;

/** Returns the choices as a profile; null while the place of the sample or the value is missing. */
function profileOf(raw: RunRaw, choice: ProfileChoice): StoredProfile | null {
  const { sample, valueColumn, componentColumn, replicateColumn, unitColumn, timeColumn } = choice;
  if (sample === null || valueColumn === undefined) return null;
  const cells = raw.rows.find(({ line }) => line === choice.head)?.cells;
  return {
    profileName: choice.name.trim(),
    versionNo: 1,
    headings: cells ? cells.join('\t') : null,
    sampleColumn: typeof sample === 'object' && 'column' in sample ? sample.column : null,
    sampleKey: typeof sample === 'object' && 'key' in sample ? sample.key : null,
    componentNames: choice.componentNames.trim() || null,
    componentColumn: componentColumn ?? null,
    replicateColumn: replicateColumn ?? null,
    unitColumn: unitColumn ?? null,
    timeColumn: timeColumn ?? null,
    valueColumn,
    quantity: choice.quantity,
    decimalMark: choice.decimalMark,
    averaged: choice.averaged,
  };
}

interface PartProps {
  readonly raw: RunRaw;
  readonly choice: ProfileChoice;
  readonly set: (change: Partial<ProfileChoice>) => void;
}

/** Selects for the line of the headings and for the role of each column. */
function ColumnChoices({ raw, choice, set }: PartProps) {
  const width = Math.max(0, ...raw.rows.map(({ cells }) => cells.length));
  const head = raw.rows.find(({ line }) => line === choice.head)?.cells;
  const columns = Array.from({ length: width }, (_, index) => ({
    value: index,
    label: head?.[index] || `第${index + 1}列`,
  }));
  const heads = raw.rows.map(({ line, cells }) => ({
    value: line,
    label: `第${line}行：${cells.join(' ').slice(0, 40)}`,
  }));
  const keys = statedKeys(raw.rows.filter(({ line }) => choice.head === null || line < choice.head));
  const places: { readonly value: string; readonly label: string; readonly place: SamplePlace }[] = [
    ...columns.map(({ value, label }) => ({ value: `column ${value}`, label, place: { column: value } })),
    ...keys.map(({ key, value }) => ({ value: `key ${key}`, label: `${key}：${value}`, place: { key } })),
    { value: 'file', label: runTexts.sampleFromFileName, place: 'fileName' },
  ];
  return (
    <Space wrap>
      <Select
        aria-label="表头"
        value={choice.head ?? 0}
        options={[{ value: 0, label: runTexts.noHeadings }, ...heads]}
        style={{ width: 240 }}
        onChange={(line: number) => set({ head: line || null })}
      />
      <Select
        aria-label={runTexts.samplePlace}
        placeholder={runTexts.samplePlace}
        value={places.find(({ place }) => JSON.stringify(place) === JSON.stringify(choice.sample))?.value ?? null}
        options={places.map(({ value, label }) => ({ value, label }))}
        style={{ width: 200 }}
        onChange={(chosen: string) => set({ sample: places.find(({ value }) => value === chosen)?.place ?? null })}
      />
      {roles.map(([key, required]) => (
        <Select
          key={key}
          aria-label={runProfile.fields[key].label}
          placeholder={runProfile.fields[key].label}
          allowClear={!required && clearable}
          value={choice[key] ?? null}
          options={columns}
          style={{ width: 140 }}
          onChange={(at: number | null | undefined) => set({ [key]: at ?? undefined })}
        />
      ))}
      <Select
        aria-label={runProfile.fields.quantity.label}
        value={choice.quantity}
        options={fixedDictionaries.instrumentQuantity.map(({ value, label }) => ({ value, label }))}
        style={{ width: 110 }}
        onChange={(quantity: string) => set({ quantity })}
      />
      <Select
        aria-label={runProfile.fields.decimalMark.label}
        placeholder={runProfile.fields.decimalMark.label}
        allowClear={clearable}
        value={choice.decimalMark}
        options={fixedDictionaries.decimalMark.map(({ value, label }) => ({ value, label }))}
        style={{ width: 140 }}
        onChange={(mark: string | null | undefined) => set({ decimalMark: mark ?? null })}
      />
      <Checkbox checked={choice.averaged} onChange={({ target }) => set({ averaged: target.checked })}>
        {runProfile.fields.averaged.label}
      </Checkbox>
      <Input.TextArea
        aria-label={runProfile.fields.componentNames.label}
        placeholder={`${runProfile.fields.componentNames.label}：${runProfile.fields.componentNames.hint ?? ''}`}
        value={choice.componentNames}
        maxLength={2000}
        autoSize={{ minRows: 1, maxRows: 6 }}
        style={{ width: 320 }}
        onChange={({ target }) => set({ componentNames: target.value })}
      />
    </Space>
  );
}

const previewColumns = [
  { title: '行', dataIndex: 'line', width: 64, align: 'right' as const },
  { title: '样品名', dataIndex: 'sample', width: 220 },
  { title: '组分', dataIndex: 'component', width: 160 },
  { title: '数值', dataIndex: 'value', width: 120, align: 'right' as const },
  { title: '单位', dataIndex: 'unit', width: 90 },
  { title: '时间', dataIndex: 'time', width: 150 },
  { title: '说明', dataIndex: 'reason' },
];

const fileStem = ({ fileName }: RunRaw): string => fileName.replace(/\.[^.]+$/, '');

/** Shows the values of the chosen columns before anything is saved. */
function ProfilePreview({ raw, profile }: { readonly raw: RunRaw; readonly profile: StoredProfile | null }) {
  const rows = useMemo(() => {
    if (!profile) return [];
    const source = { fileName: raw.fileName, sheets: [{ name: '', rows: raw.rows }] };
    return readInstrument(source, profileOfStored(profile)).lines.map(({ component, hazard, ...line }, key) => ({
      ...line,
      component: hazard === undefined ? component : `${component}（${hazard}）`,
      sample: line.sample ?? (profile.sampleColumn === null && profile.sampleKey === null ? fileStem(raw) : null),
      key,
    }));
  }, [raw, profile]);
  return (
    <Table
      size="small"
      dataSource={rows}
      columns={previewColumns}
      pagination={false}
      scroll={{ y: 260 }}
      locale={{ emptyText: profile ? runTexts.readsNothing : runTexts.teachHint }}
    />
  );
}

function ProfileForm({ run, raw, onProfileSaved }: InstrumentProfilePanelProps & { readonly raw: RunRaw }) {
  const [choice, setChoice] = useState<ProfileChoice>({
    name: '',
    head: guessedHead(raw),
    quantity: 'area',
    decimalMark: null,
    averaged: false,
    sample: null,
    componentNames: '',
  });
  const [busy, setBusy] = useState(false);
  const profile = useMemo(() => profileOf(raw, choice), [raw, choice]);
  const set = (change: Partial<ProfileChoice>) =>
    setChoice((previousProfileChoice) => ({ ...previousProfileChoice, ...change }));
  const save = async () => {
    if (!profile) return;
    setBusy(true);
    const { versionNo: _version, ...draft } = profile;
    const addRequest = api.add({ ...draft, instrument: run.instrument } as never, { quiet: () => false });
    const isSaved = await succeeded(addRequest.then(() => feedback.notify('success', runTexts.profileSaved)));
    setBusy(false);
    if (isSaved) onProfileSaved();
  };
  return (
    <section className={styles.take} aria-label={runTexts.teach}>
      <small>{runTexts.teachHint}</small>
      <ColumnChoices raw={raw} choice={choice} set={set} />
      <ProfilePreview raw={raw} profile={profile} />
      <Space>
        <Input
          aria-label={runProfile.fields.profileName.label}
          placeholder={runProfile.fields.profileName.label}
          value={choice.name}
          maxLength={60}
          style={{ width: 220 }}
          onChange={({ target }) => set({ name: target.value })}
        />
        <Button type="primary" loading={busy} disabled={!profile?.profileName} onClick={() => void save()}>
          {runTexts.saveProfile}
        </Button>
      </Space>
    </section>
  );
}

interface InstrumentProfilePanelProps {
  readonly run: Run;
  /** Called after a profile was saved, so that the files are read again. */
  readonly onProfileSaved: () => void;
}

/** Shows the first rows of an unknown file. A person assigns the columns once and sees the resulting values. */
export default function InstrumentProfilePanel({ run, onProfileSaved }: InstrumentProfilePanelProps) {
  const queryClient = useQueryClient();
  const { data, error } = useQuery({
    queryKey: ['labRun', run.id, 'raw'],
    retry: false,
    queryFn: ({ signal }) => readRunRaw(run.id, signal),
  });
  if (error) return <Alert type="warning" showIcon title={failureOf(error).pageText} />;
  if (!data) return <Skeleton active />;
  const taught = () => {
    void queryClient.invalidateQueries({ queryKey: ['labRun', run.id] });
    onProfileSaved();
  };
  return <ProfileForm key={data.fileName} run={run} raw={data} onProfileSaved={taught} />;
}
