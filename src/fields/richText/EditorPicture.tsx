import Image from '@tiptap/extension-image';
import { type NodeViewProps, NodeViewWrapper, ReactNodeViewRenderer } from '@tiptap/react';
import { parsePictureAddress } from '@contract/fields/richText';
import { RichPicture } from './RichPicture';
import styles from './richText.module.css';

function PictureView({ node, selected }: NodeViewProps) {
  const picture = parsePictureAddress(String(node.attrs.src));
  return (
    <NodeViewWrapper className={styles.picture} data-selected={selected || undefined}>
      {picture && <RichPicture {...picture} alt={String(node.attrs.alt ?? '')} />}
    </NodeViewWrapper>
  );
}

/** Accepts images uploaded to this server only. A pasted image with another address is dropped. */
export const EditorPicture = Image.extend({
  parseHTML: () => [
    { tag: 'img[src]', getAttrs: (element) => (parsePictureAddress(element.getAttribute('src') ?? '') ? null : false) },
  ],
  addNodeView: () => ReactNodeViewRenderer(PictureView),
});
