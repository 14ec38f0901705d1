import { Client, errors } from '@elastic/elasticsearch';
import { Injectable } from '@nestjs/common';

/** What matters for operation of an Elasticsearch cluster. */
export interface ClusterReport {
  /** Several during a rolling upgrade. */
  version: string;
  health: string;
  nodes: { name: string; diskUsedPercent: number | undefined }[];
  /** Whether the account may manage the indices of the service; undefined if security is off. */
  mayManage: boolean | undefined;
}

/** Reports the state of the Elasticsearch cluster. */
@Injectable()
export class ClusterInspector {
  constructor(private readonly client: Client) {}

  async report(alias: string): Promise<ClusterReport> {
    const [{ nodes }, { status }, allocation] = await Promise.all([
      this.client.nodes.info({ metric: 'os', filter_path: 'nodes.*.version' }),
      this.client.cluster.health(),
      this.client.cat.allocation({ format: 'json', h: ['node', 'disk.percent'] }),
    ]);
    return {
      version: [...new Set(Object.values(nodes).map(({ version }) => version))].join(', '),
      health: status,
      nodes: allocation
        .filter(({ node }) => node !== 'UNASSIGNED')
        .map((row) => ({ name: row.node ?? '', diskUsedPercent: toPercent(row['disk.percent']) })),
      mayManage: await this.mayManage(alias),
    };
  }

  private async mayManage(alias: string): Promise<boolean | undefined> {
    try {
      const index = [{ names: [alias, `${alias}-*`], privileges: ['manage', 'read', 'write'] }];
      return (await this.client.security.hasPrivileges({ index })).has_all_requested;
    } catch (error) {
      // Security is off: everybody may do everything.
      if (error instanceof errors.ResponseError) return undefined;
      throw error;
    }
  }
}

function toPercent(text: unknown): number | undefined {
  return typeof text === 'string' && text !== '' ? Number(text) : undefined;
}
