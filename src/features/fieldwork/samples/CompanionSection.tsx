import { useState } from 'react';
import { SignaturePad } from '@/fields/signature/SignaturePad';
import { SignatureShown } from '@/fields/signature/SignatureShown';
import { nowText } from '@/lib/dateTexts';
import { feedback } from '@/lib/feedback';
import { usePlaceInAddress } from '@/lib/placeInAddress';
import { usePageDirty } from '@/session/tabs/pageState';
import { companion } from '@contract/features/fieldwork/entities/companion';
import { siteTexts } from '@contract/features/fieldwork/samples/siteTexts';
import { messages } from '@contract/messages';
import { rules } from '@contract/rules';
import { BlobPicture } from '../site/BlobPicture';
import type { SectionProps } from '../site/SiteFrame';
import { writeDelete, writeNew } from '../site/siteWrites';
import { SelectField, TextField } from '../site/touchInputs';
import { UnsentMark } from '../site/UnsentMark';
import type { ShownSite } from '../site/unsentOverlay';
import styles from '../site/site.module.css';

const statement = companion.fields.statement.initial;

interface CompanionCardProps {
  readonly row: ShownSite['companions'][number];
  readonly project: number;
  readonly locked: boolean;
}

/** A companion with the signature, and the button that deletes it. */
function CompanionCard({ row, project, locked }: CompanionCardProps) {
  const remove = async () => {
    if (await feedback.confirm(messages.confirmDelete, { danger: true }))
      await writeDelete(project, 'companion', row, `删除陪同人 ${row.companionName}`);
  };
  return (
    <li className={styles.card}>
      <div className={styles.cardHead}>
        <strong>
          {row.companionName}
          {row.position && `　${row.position}`}
        </strong>
        <UnsentMark pending={row.pending} />
      </div>
      <div className={styles.signature}>
        {row.pending?.files[0] ? (
          <BlobPicture blob={row.pending.files[0].blob} label={`${row.companionName}的签名`} />
        ) : (
          <SignatureShown file={row.signature} label={`${row.companionName}的签名`} />
        )}
      </div>
      <div className={styles.quiet}>
        {row.signedAt}　{row.phone}
      </div>
      {row.statement && <div className={styles.quiet}>{row.statement}</div>}
      {!locked && row.id > 0 && (
        <button type="button" className={styles.link} onClick={() => void remove()}>
          删除
        </button>
      )}
    </li>
  );
}

/** Fields beside the signature pad, and the function that stores the signature. */
function useSigning(projectId: number, days: ShownSite['days']) {
  const [name, setName] = useState<string | null>(null);
  const [position, setPosition] = useState<string | null>(null);
  const [phone, setPhone] = useState<string | null>(null);
  const [statementText, setStatementText] = useState<string | null>(statement);
  const [day, setDay] = useState<string | null>(null);
  const [errors, setErrors] = useState<{ name?: string; phone?: string }>({});
  // A new number gives the next person an empty pad.
  const [round, setRound] = useState(0);
  usePageDirty('companion', Boolean(name || position || phone));
  const sign = async (drawing: File) => {
    const foundErrors = {
      ...(name?.trim() ? {} : { name: '请输入姓名' }),
      ...(phone && !rules.telephone.test(phone) ? { phone: rules.telephone.message } : {}),
    };
    setErrors(foundErrors);
    if (Object.keys(foundErrors).length) return;
    const samplingDay = Number(day ?? days.at(-1)?.id) || null;
    await writeNew(
      projectId,
      'companion',
      { companionName: name?.trim(), position, phone, statement: statementText, samplingDay, signedAt: nowText() },
      `陪同人 ${name?.trim() ?? ''} 签名`,
      [{ field: 'signature', name: '签名.png', fileClass: 'image', blob: drawing }],
    ).then(
      () => {
        setName(null);
        setPosition(null);
        setPhone(null);
        setRound((before) => before + 1);
        feedback.notify('success', siteTexts.savedOnDevice);
      },
      () => undefined,
    );
  };
  return {
    name,
    setName,
    position,
    setPosition,
    phone,
    setPhone,
    statementText,
    setStatementText,
    day,
    setDay,
    errors,
    round,
    sign,
  };
}

interface SigningFormProps {
  readonly days: ShownSite['days'];
  /** The companion who signed last. */
  readonly last: ShownSite['companions'][number] | undefined;
  readonly signing: ReturnType<typeof useSigning>;
}

function SigningForm({ days, last, signing }: SigningFormProps) {
  return (
    <div className={styles.formColumn} role="group" aria-label="陪同人签名">
      <h2 className={styles.sectionTitle}>陪同人签名</h2>
      {days.length > 1 && (
        <SelectField
          label="采样日期"
          value={signing.day ?? String(days.at(-1)?.id)}
          onChange={signing.setDay}
          options={days.map(({ id, sampledOn }) => ({ value: String(id), label: sampledOn }))}
        />
      )}
      <TextField
        label="姓名"
        name="companionName"
        required
        value={signing.name}
        onChange={signing.setName}
        error={signing.errors.name}
        maxLength={50}
        placeholder={last ? `上次：${last.companionName}` : ''}
      />
      <div className={styles.pair}>
        <TextField label="职务" value={signing.position} onChange={signing.setPosition} maxLength={50} />
        <TextField
          label="联系电话"
          inputMode="tel"
          value={signing.phone}
          onChange={signing.setPhone}
          error={signing.errors.phone}
          maxLength={30}
        />
      </div>
      <TextField
        label="确认内容"
        rows={2}
        value={signing.statementText}
        onChange={signing.setStatementText}
        maxLength={300}
      />
      <p className={styles.quiet}>请陪同人在下面签名，再点击“保存”。</p>
      <div className={styles.signBox}>
        <SignaturePad key={signing.round} onDone={signing.sign} label="陪同人签名" />
      </div>
    </div>
  );
}

/** 陪同人: name of the unit's companion and their signature. */
export function CompanionSection({ project, site, locked }: SectionProps) {
  const days = site.days.filter(({ id }) => id > 0);
  const signing = useSigning(project, days);
  usePlaceInAddress(true, ({ row }) => {
    if (row !== undefined) signing.setDay(String(row));
  });
  return (
    <div className={styles.columns} data-first="form">
      <div className={styles.listColumn}>
        <h2 className={styles.sectionTitle}>已签名</h2>
        {site.companions.length === 0 && (
          <p className={styles.nothing}>还没有陪同人签名。采样结束前请受检单位的陪同人在手机上签名。</p>
        )}
        <ul className={styles.cards}>
          {[...site.companions].reverse().map((row) => (
            <CompanionCard key={row.id} row={row} project={project} locked={locked} />
          ))}
        </ul>
      </div>
      {!locked && <SigningForm days={days} last={site.companions.at(-1)} signing={signing} />}
    </div>
  );
}
