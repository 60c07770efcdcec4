import PlusOutlined from '@ant-design/icons/PlusOutlined';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Empty, Upload } from 'antd';
import { useState } from 'react';
import { crud } from '@/api/crudClient';
import { uploadFile } from '@/api/files';
import { succeeded } from '@/api/succeeded';
import { acceptOf } from '@/fields/upload/uploadAccept';
import { feedback } from '@/lib/feedback';
import type { Row } from '@contract/entity';
import { reportScene } from '@contract/features/publicity/entities/reportScene';
import { uploadHint } from '@contract/fields/uploadRules';
import { messages } from '@contract/messages';
import { SceneCard } from './SceneCard';
import styles from './detail.module.css';

export type Scene = Row<typeof reportScene>;

const api = crud(reportScene);

export const scenesKey = (formula: number) => ['reportScenes', formula];

interface ScenesProps {
  readonly formula: number;
  readonly scenes: readonly Scene[];
  readonly locked: boolean;
}

/** Returns the commands that add and remove pictures of a notice. */
function useSceneCommands({ formula, scenes }: Pick<ScenesProps, 'formula' | 'scenes'>) {
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);
  const refresh = () => queryClient.invalidateQueries({ queryKey: scenesKey(formula) });

  async function addScene(file: File): Promise<void> {
    setBusy(true);
    const work = async () => {
      const storedFile = await uploadFile(file, 'image');
      const caption = file.name.replace(/\.[^.]*$/, '').slice(0, 100) || '现场影像';
      await api.add(
        {
          formula,
          picture: storedFile.id,
          caption,
          activity: 'sampling',
          takenOn: null,
          consented: false,
          sort: scenes.length,
        },
        { quiet: () => false },
      );
      feedback.notify('success', messages.uploaded);
      await refresh();
    };
    await succeeded(work());
    setBusy(false);
  }

  async function remove(scene: Scene): Promise<void> {
    if (!(await feedback.confirm(messages.confirmDelete, { danger: true }))) return;
    if (await succeeded(api.remove([scene]))) {
      feedback.notify('success', messages.deleted);
      await refresh();
    }
  }
  return { busy, refresh, addScene, remove };
}

/** Photographs of a stored notice, each saved at once. */
export function SceneList({ formula, scenes, locked }: ScenesProps) {
  const { busy, refresh, addScene, remove } = useSceneCommands({ formula, scenes });

  return (
    <section className={styles.scenes} aria-label="现场影像">
      <header>
        <h2>现场影像</h2>
        {!locked && (
          <Upload
            accept={acceptOf('image')}
            multiple
            showUploadList={false}
            disabled={busy}
            customRequest={({ file }) => void addScene(file as File)}
          >
            <Button icon={<PlusOutlined />} loading={busy}>
              上传图片
            </Button>
          </Upload>
        )}
      </header>
      {!locked && <p className={styles.hint}>{uploadHint('image')}</p>}
      {scenes.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="能够证明现场调查、采样、检测真实开展的照片" />
      ) : (
        <ul>
          {scenes.map((scene) => (
            <SceneCard
              key={`${scene.id} ${scene.version}`}
              scene={scene}
              locked={locked}
              onChanged={refresh}
              onRemove={() => void remove(scene)}
            />
          ))}
        </ul>
      )}
    </section>
  );
}
