import { Button, Checkbox, Empty, Input, Select, Upload } from 'antd';
import { useState } from 'react';
import { uploadFile } from '@/api/files';
import { succeeded } from '@/api/succeeded';
import { RichPicture } from '@/fields/richText/RichPicture';
import { acceptOf } from '@/fields/upload/uploadAccept';
import { fixedDictionaries } from '@contract/dictionaries';
import { type PublicationScene, publicationTexts } from '@contract/features/publicity/noticePublication';
import { uploadHint } from '@contract/fields/uploadRules';
import styles from './publish.module.css';

const activityOptions = fixedDictionaries.sceneActivity.map(({ value, label }) => ({ value, label }));

/** A photograph with its caption, and whether it is published. */
export interface SceneChoice extends PublicationScene {
  readonly isChosen: boolean;
}

interface ScenePickerProps {
  readonly choices: readonly SceneChoice[];
  readonly disabled: boolean;
  readonly onChange: (choices: readonly SceneChoice[]) => void;
}

/** Returns the commands that change a photograph's entry and that upload another one. */
function usePictureUpload({ choices, onChange }: Pick<ScenePickerProps, 'choices' | 'onChange'>) {
  const [busy, setBusy] = useState(false);
  const change = (picture: string, changes: Partial<SceneChoice>) =>
    onChange(choices.map((choice) => (choice.picture === picture ? { ...choice, ...changes } : choice)));
  const bring = async (file: File) => {
    setBusy(true);
    await succeeded(
      uploadFile(file, 'image').then(({ id }) =>
        onChange([
          ...choices,
          {
            picture: id,
            caption: file.name.replace(/\.[^.]*$/, '').slice(0, 100) || '现场影像',
            activity: 'sampling',
            takenOn: null,
            isChosen: false,
          },
        ]),
      ),
    );
    setBusy(false);
  };
  return { busy, change, bring };
}

/** Dialog for choosing the published photographs. The person is responsible for the consent of the people shown. */
export function ScenePicker({ choices, disabled, onChange }: ScenePickerProps) {
  const { busy, change, bring } = usePictureUpload({ choices, onChange });
  return (
    <section aria-label="现场影像" className={styles.scenes}>
      <header>
        <h3>现场影像</h3>
        <Upload
          accept={acceptOf('image')}
          showUploadList={false}
          disabled={disabled || busy}
          customRequest={({ file }) => void bring(file as File)}
        >
          <Button size="small" loading={busy}>
            上传图片
          </Button>
        </Upload>
      </header>
      <p className={styles.quiet}>{publicationTexts.consentHint}</p>
      {!disabled && <p className={styles.quiet}>{uploadHint('image')}</p>}
      {choices.length === 0 ? (
        <Empty
          image={Empty.PRESENTED_IMAGE_SIMPLE}
          description="该项目没有现场照片，请上传能够证明现场调查、采样、检测真实开展的照片"
        />
      ) : (
        <ul>
          {choices.map(({ picture, caption, activity, isChosen }) => (
            <li key={picture}>
              <RichPicture id={picture} open={false} alt={caption} />
              <div>
                <Checkbox
                  checked={isChosen}
                  disabled={disabled}
                  aria-label={`公示：${caption}`}
                  onChange={(event) => change(picture, { isChosen: event.target.checked })}
                >
                  可以公示
                </Checkbox>
                <Input
                  size="small"
                  aria-label={`说明：${caption}`}
                  value={caption}
                  maxLength={100}
                  disabled={disabled || !isChosen}
                  onChange={(event) => change(picture, { caption: event.target.value })}
                />
                <Select
                  size="small"
                  aria-label={`环节：${caption}`}
                  value={activity}
                  options={activityOptions}
                  disabled={disabled || !isChosen}
                  onChange={(value: string) => change(picture, { activity: value })}
                />
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
