import { codeKey, mappableFields, type Mapping } from '@contract/platform/mapping';
import { Button, Input } from 'antd';
import { useState } from 'react';
import styles from './platforms.module.css';

interface MappingInputProps {
  readonly value?: unknown;
  readonly onChange?: (value: unknown) => void;
  readonly id?: string;
  readonly disabled?: boolean;
}

/** What a platform calls our fields, and its codes for our values; what is left empty goes as it is. */
export function MappingInput({ value, onChange, id, disabled = false }: MappingInputProps) {
  const mapping = (value ?? {}) as Mapping;
  const [added, setAdded] = useState<readonly { readonly path: string; readonly ours: string }[]>([]);
  const set = (key: string, theirs: string) => {
    const { [key]: _old, ...rest } = mapping;
    onChange?.(theirs.trim() ? { ...rest, [key]: theirs.trim() } : rest);
  };
  const codesOf = (path: string): string[] => Object.keys(mapping).flatMap((key) => (key.startsWith(`${path}=`) ? [key.slice(path.length + 1)] : []));
  return (
    <div id={id} className={styles.mappingBox}>
      <table className={styles.mapping}>
        <thead><tr><th scope="col">本系统字段</th><th scope="col">平台名称</th><th scope="col">代码（本系统值 → 平台代码）</th></tr></thead>
        <tbody>
          {mappableFields.map(({ path, label, coded }) => (
            <tr key={path}>
              <td title={path}>{label}</td>
              <td><Input size="small" disabled={disabled} aria-label={`${label}的平台名称`} placeholder={path.split('.').at(-1) ?? path} value={mapping[path] ?? ''} onChange={(event) => set(path, event.target.value)} /></td>
              <td>
                {codesOf(path).map((ours) => <div key={ours} className={styles.bar}><span>{ours}</span><Input size="small" disabled={disabled} aria-label={`${label}“${ours}”的平台代码`} value={mapping[codeKey(path, ours)] ?? ''} onChange={(event) => set(codeKey(path, ours), event.target.value)} /></div>)}
                {coded && added.filter((one) => one.path === path).map(({ ours }, at) => (
                  <Input key={`new${at}`} size="small" disabled={disabled} aria-label={`${label}的本系统值`} placeholder="本系统值=平台代码，回车确认" defaultValue={ours} onPressEnter={(event) => {
                    event.preventDefault();
                    const [, mine = '', theirs = ''] = /^([^=]+)=(.+)$/.exec(event.currentTarget.value.trim()) ?? [];
                    if (!mine.trim() || !theirs.trim()) return;
                    set(codeKey(path, mine.trim()), theirs);
                    setAdded(added.filter((one) => one.path !== path));
                  }} />
                ))}
                {coded && !disabled && !added.some((one) => one.path === path) && <Button type="link" size="small" aria-label={`为${label}添加代码`} onClick={() => setAdded([...added, { path, ours: '' }])}>添加代码</Button>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
