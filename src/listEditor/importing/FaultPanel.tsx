import { Button, Input, Space } from 'antd';
import { useState } from 'react';
import { importFaultTexts as texts } from '@contract/workbook/importing';
import type { FaultGroup } from './faultGroups';
import type { ImportModel } from './useImport';
import styles from './importDialog.module.css';

const mostGroups = 60;

/** Lists the same faults of several rows together, each with what may be done with all of them at once. */
export function FaultPanel({ model }: { model: ImportModel }) {
  const { groups } = model;
  return (
    <section className={styles.faults} aria-label={texts.title}>
      {groups.slice(0, mostGroups).map((group) => (
        <FaultLine key={group.key} group={group} model={model} />
      ))}
      {groups.length > mostGroups && <p>{texts.more(groups.length - mostGroups)}</p>}
    </section>
  );
}

function FaultLine({ group, model }: { group: FaultGroup; model: ImportModel }) {
  const { header, message, lines, near, text } = group;
  const [typed, setTyped] = useState('');
  const { busy } = model;
  return (
    <div className={styles.fault}>
      <span>
        {texts.rows(lines)} {header}
        {text ? `“${text}”` : ''}：{message}
      </span>
      <Space wrap size="small">
        {near.map((name) => (
          <Button key={name} size="small" disabled={busy} onClick={() => model.replaceAll(group, name)}>
            {texts.isIt(name)}
          </Button>
        ))}
        <Input
          size="small"
          aria-label={`${header} ${texts.replacement}`}
          placeholder={texts.replacement}
          value={typed}
          style={{ width: 140 }}
          onChange={(event) => setTyped(event.target.value)}
          onPressEnter={() => typed && model.replaceAll(group, typed)}
        />
        <Button size="small" disabled={busy || !typed} onClick={() => model.replaceAll(group, typed)}>
          {texts.replaceAll}
        </Button>
        <Button size="small" disabled={busy} onClick={() => model.clearAll(group)}>
          {model.remark ? texts.toRemark : texts.clear}
        </Button>
        <Button size="small" disabled={busy} onClick={() => model.dropAll(group)}>
          {texts.drop(lines.length)}
        </Button>
      </Space>
    </div>
  );
}
