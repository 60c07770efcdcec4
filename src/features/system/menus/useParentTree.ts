import { useCallback, useEffect, useState } from 'react';
import { client } from '@/api/client';

interface ParentNode {
  id: number;
  title: string;
  isLeaf?: boolean;
  hasChildren?: boolean;
  children?: ParentNode[];
}

const treeOptions = (nodes: readonly ParentNode[]): ParentNode[] =>
  nodes.map((node) => ({
    ...node,
    isLeaf: node.hasChildren === false,
    ...(node.children ? { children: treeOptions(node.children) } : {}),
  }));

const withChildren = (nodes: readonly ParentNode[], id: number, children: ParentNode[]): ParentNode[] =>
  nodes.map((node) =>
    node.id === id
      ? { ...node, children }
      : node.children
        ? { ...node, children: withChildren(node.children, id, children) }
        : node,
  );

/** Loads possible parents level by level. If one is set, the tree is opened down to it (api/menus/superior). */
export function useParentTree(pid: number | null, ownId: number | null) {
  const [nodes, setNodes] = useState<ParentNode[]>([]);
  useEffect(() => {
    let isMounted = true;
    const treeRequest =
      pid === null && ownId === null
        ? client.get<ParentNode[]>('api/menus/lazy', { params: { pid: 0 } })
        : client.post<ParentNode[]>(
            'api/menus/superior',
            [ownId ?? pid].filter((id) => id !== null),
          );
    void treeRequest.then(({ data }) => isMounted && setNodes(treeOptions(data)));
    return () => {
      isMounted = false;
    };
  }, [pid, ownId]);
  const load = useCallback(async (node: unknown) => {
    const { id } = node as ParentNode;
    const { data } = await client.get<ParentNode[]>('api/menus/lazy', { params: { pid: id } });
    setNodes((previousParentNodes) => withChildren(previousParentNodes, id, treeOptions(data)));
  }, []);
  return { nodes, load };
}
