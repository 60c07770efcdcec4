import { Modal } from 'antd';
import { closePalette } from './paletteStore';
import { shortcuts } from './shortcutList';
import styles from './palette.module.css';

export function Shortcuts({ open }: { readonly open: boolean }) {
  return (
    <Modal open={open} onCancel={closePalette} footer={null} title="快捷键" width={560} destroyOnHidden>
      {shortcuts.map(({ title, keys }) => (
        <section key={title} className={styles.keys}>
          <h3>{title}</h3>
          <dl>
            {keys.map(([key, does]) => (
              <div key={key}>
                <dt>
                  <kbd className={styles.key}>{key}</kbd>
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Modal>
  );
}
