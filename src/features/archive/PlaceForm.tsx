import { Button, Form, Input, InputNumber } from 'antd';
import { useEffect, useState } from 'react';
import { Failure } from '@/api/callFailures';
import { emptyCellText } from '@/fields';
import { PaneForm } from '@/fields/PaneForm';
import { feedback } from '@/lib/feedback';
import { usePageDirty } from '@/session/tabs/pageState';
import { useMay } from '@/session/useCan';
import { editArchivePermissions } from '@contract/features/archive/archiveProject';
import type { ArchiveView } from '@contract/features/archive/archiveWire';
import { retainedUntil } from '@contract/features/projects/retentionYears';
import { failures } from '@contract/messages';
import { savePlace } from './archiveCalls';
import styles from './archive.module.css';

interface StoragePlaceValues {
  readonly shelfNo?: string | null;
  readonly boxNo?: string | null;
  readonly retainYears?: number | null;
}

const storedOf = ({ place, retention }: ArchiveView): StoragePlaceValues => ({
  shelfNo: place.shelfNo,
  boxNo: place.boxNo,
  retainYears: retention.hasOwnPeriod ? retention.years : null,
});
const areEqual = (a: StoragePlaceValues, b: StoragePlaceValues): boolean =>
  a.shelfNo === b.shelfNo && a.boxNo === b.boxNo && a.retainYears === b.retainYears;

interface RetentionTermsProps {
  readonly retention: ArchiveView['retention'];
  readonly retentionEnd: string | null;
  readonly years: number;
}

/** Shows the day of the archiving, the rule of the organization, and the last day of the retention. */
function RetentionTerms({ retention, retentionEnd, years }: RetentionTermsProps) {
  return (
    <dl className={styles.terms}>
      <div>
        <dt>归档日期</dt>
        <dd>{retention.archivedOn ?? '尚未归档'}</dd>
      </div>
      <div>
        <dt>机构规定的保存年限</dt>
        <dd>{retention.ruleYears}年</dd>
      </div>
      <div>
        <dt>保存至</dt>
        <dd>{retentionEnd ?? `归档之日起${years}年`}</dd>
      </div>
    </dl>
  );
}

/** Retention period, shelf and box. */
function PlaceItems({ retention }: { readonly retention: ArchiveView['retention'] }) {
  return (
    <>
      <Form.Item
        name="retainYears"
        label="本项目的保存年限（年）"
        extra={`不填时按机构规定的${retention.ruleYears}年；只能延长`}
      >
        <InputNumber min={1} max={100} precision={0} placeholder={String(retention.ruleYears)} style={{ width: 160 }} />
      </Form.Item>
      <Form.Item name="shelfNo" label="档案架号">
        <Input maxLength={50} placeholder="例如：A-03-2" />
      </Form.Item>
      <Form.Item name="boxNo" label="档案盒号">
        <Input maxLength={50} placeholder="例如：2026-0017" />
      </Form.Item>
    </>
  );
}

/** State of the form: the typed place and term, the day that follows from it, and the saving. */
function usePlaceForm({ view, onSaved }: { readonly view: ArchiveView; readonly onSaved: () => void }) {
  const { project, place, retention } = view;
  const mayEdit = useMay()([...editArchivePermissions]);
  const [form] = Form.useForm<StoragePlaceValues>();
  const [busy, setBusy] = useState(false);
  const [base, setBase] = useState(view);
  const [dirty, setDirty] = useState(false);
  usePageDirty('archivePlace', dirty);
  // The project's version also changes with its stage. Typed values stay, and only changes of these fields by another
  // person count as a conflict.
  useEffect(() => {
    if (view === base) return;
    if (!dirty) form.setFieldsValue(storedOf(view));
    if (!dirty || areEqual(storedOf(view), storedOf(base))) setBase(view);
  }, [view, base, dirty, form]);
  const typedYears = Form.useWatch('retainYears', form) as number | null | undefined;
  const years = typedYears ?? retention.ruleYears;
  const retainUntil = retention.archivedOn === null ? null : retainedUntil(retention.archivedOn, years);
  const submit = async () => {
    const storagePlaceValues = await form.validateFields().catch(() => null);
    if (!storagePlaceValues || busy) return;
    setBusy(true);
    try {
      feedback.notify(
        'success',
        await savePlace({
          id: project.id,
          version: base.project.version,
          shelfNo: storagePlaceValues.shelfNo ?? null,
          boxNo: storagePlaceValues.boxNo ?? null,
          retainYears: storagePlaceValues.retainYears ?? null,
        }),
      );
      setDirty(false);
      onSaved();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      form.setFields(
        (error.errors ?? []).map(({ field, message }) => ({
          name: field as keyof StoragePlaceValues,
          errors: [message],
        })),
      );
      if (
        error.code === 'stale' &&
        (await feedback.confirm(`${failures.stale}。是否放弃您的修改，载入最新内容？`, { okText: '载入最新内容' }))
      ) {
        setDirty(false);
        onSaved();
      }
    } finally {
      setBusy(false);
    }
  };
  return { place, retention, mayEdit, form, busy, setDirty, years, retainUntil, submit };
}

/** Form for the retention period and the place of an archive. The period can be extended, never shortened. */
export function PlaceForm({ view, onSaved }: { readonly view: ArchiveView; readonly onSaved: () => void }) {
  const { place, retention, mayEdit, form, busy, setDirty, years, retainUntil, submit } = usePlaceForm({
    view,
    onSaved,
  });
  return (
    <PaneForm
      form={form}
      className={styles.place ?? ''}
      layout="vertical"
      disabled={!mayEdit}
      initialValues={storedOf(view)}
      onValuesChange={() => setDirty(true)}
      onFinish={() => void submit()}
    >
      <RetentionTerms retention={retention} retentionEnd={retainUntil} years={years} />
      <PlaceItems retention={retention} />
      {mayEdit ? (
        <Button type="primary" htmlType="submit" loading={busy}>
          保存
        </Button>
      ) : (
        <p className={styles.quiet}>
          {[place.shelfNo, place.boxNo].every((part) => part === null) ? emptyCellText : ''}
          您没有填写档案位置与保存年限的权限
        </p>
      )}
    </PaneForm>
  );
}
