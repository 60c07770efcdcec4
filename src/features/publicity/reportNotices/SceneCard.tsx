import { Button, Checkbox, Input, Select } from 'antd';
import { useState } from 'react';
import { crud } from '@/api/crudClient';
import { succeeded } from '@/api/succeeded';
import { DateInput } from '@/fields/dateInputs';
import { RichPicture } from '@/fields/richText/RichPicture';
import { usePageDirty } from '@/session/tabs/pageState';
import { fixedDictionaries } from '@contract/dictionaries';
import { reportScene } from '@contract/features/publicity/entities/reportScene';
import type { Scene } from './SceneList';
import styles from './detail.module.css';

const api = crud(reportScene);
const activityOptions = fixedDictionaries.sceneActivity.map(({ value, label }) => ({ value, label }));

interface SceneCardProps {
  readonly scene: Scene;
  readonly locked: boolean;
  readonly onChanged: () => Promise<void>;
  readonly onRemove: () => void;
}

/** One photograph with its caption. */
export function SceneCard({ scene, locked, onChanged, onRemove }: SceneCardProps) {
  const [caption, setCaption] = useState(scene.caption);
  // The caption is saved when the person leaves the field. Until then, and after a failure, it is unsaved.
  usePageDirty(`scene:${scene.id}`, caption !== scene.caption);
  const save = async (change: Partial<Scene>) => {
    await succeeded(api.edit({ ...scene, ...change }, { quiet: () => false }));
    await onChanged();
  };
  const name = (action: string) => `${action}：${scene.caption}`;
  return (
    <li className={styles.scene}>
      <RichPicture id={scene.picture} open={false} alt={scene.caption} />
      <Input
        aria-label={name('说明')}
        value={caption}
        maxLength={100}
        disabled={locked}
        onChange={(event) => setCaption(event.target.value)}
        onBlur={() => {
          const text = caption.trim();
          setCaption(text || scene.caption);
          if (text && text !== scene.caption) void save({ caption: text });
        }}
      />
      <Select
        aria-label={name('环节')}
        value={scene.activity}
        options={activityOptions}
        disabled={locked}
        onChange={(activity) => void save({ activity })}
      />
      <DateInput
        field={reportScene.fields.takenOn}
        value={scene.takenOn}
        disabled={locked}
        onChange={(takenOn) => void save({ takenOn })}
      />
      <div className={styles.consent}>
        <Checkbox
          checked={scene.consented === true}
          disabled={locked}
          onChange={(event) => void save({ consented: event.target.checked })}
        >
          <span title={reportScene.fields.consented.hint}>可以公示</span>
        </Checkbox>
        {!locked && (
          <Button type="link" danger size="small" aria-label={name('删除')} onClick={onRemove}>
            删除
          </Button>
        )}
      </div>
    </li>
  );
}
