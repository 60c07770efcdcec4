import { Button, Input, Space } from 'antd';
import { useState } from 'react';
import { importFaultTexts as texts } from '@contract/workbook/importWire';
import { isAdoptable, type FaultGroup, canCreateRow } from './faultGroups';
import type { ImportModel } from './useImport';
import styles from './importDialog.module.css';

const maxGroups = 60;

/** Lists equal errors of several rows together, each with the actions for all of them at once. */
export function FaultPanel({ model }: { model: ImportModel }) {
  const { groups, busy } = model;
  const adoptableCount = groups.filter(isAdoptable).length;
  const ownCountByHeader = new Map<string, number>();
  for (const group of groups.filter(canCreateRow))
    ownCountByHeader.set(group.header, (ownCountByHeader.get(group.header) ?? 0) + 1);
  return (
    <section className={styles.faults} aria-label={texts.title}>
      <Space wrap size="small">
        {adoptableCount > 0 && (
          <Button size="small" type="primary" disabled={busy} onClick={() => model.adoptAll()}>
            {texts.adopt(adoptableCount)}
          </Button>
        )}
        {[...ownCountByHeader].map(([header, count]) => (
          <Button key={header} size="small" disabled={busy} onClick={() => void model.makeOwn(header)}>
            {texts.own(header, count)}
          </Button>
        ))}
      </Space>
      {groups.slice(0, maxGroups).map((group) => (
        <FaultLine key={group.key} group={group} model={model} />
      ))}
      {groups.length > maxGroups && <p>{texts.more(groups.length - maxGroups)}</p>}
    </section>
  );
}

function FaultLine({ group, model }: { group: FaultGroup; model: ImportModel }) {
  const { header, message, lines, likelyValues: nearNames, text } = group;
  const [typedText, setTypedText] = useState('');
  const { busy } = model;
  return (
    <div className={styles.fault}>
      <span>
        {texts.rows(lines)} {header}
        {text ? `“${text}”` : ''}：{message}
      </span>
      <Space wrap size="small">
        {nearNames.map((name) => (
          <Button key={name} size="small" disabled={busy} onClick={() => model.replaceAll(group, name)}>
            {texts.isIt(name)}
          </Button>
        ))}
        <Input
          size="small"
          aria-label={`${header} ${texts.replacement}`}
          placeholder={texts.replacement}
          value={typedText}
          style={{ width: 140 }}
          onChange={(event) => setTypedText(event.target.value)}
          onPressEnter={() => typedText && model.replaceAll(group, typedText)}
        />
        <Button size="small" disabled={busy || !typedText} onClick={() => model.replaceAll(group, typedText)}>
          {texts.replaceAll}
        </Button>
        {model.mayBeEmpty(group) && (
          <Button size="small" disabled={busy} onClick={() => model.clearAll(group)}>
            {model.remark ? texts.toRemark : texts.clear}
          </Button>
        )}
        <Button size="small" disabled={busy} onClick={() => model.dropAll(group)}>
          {texts.drop(lines.length)}
        </Button>
      </Space>
    </div>
  );
}
