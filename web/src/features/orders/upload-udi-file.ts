import { orders } from '#core/orders/contract.ts';
import { postFile } from '#web/components/upload/post-file.ts';
import { call } from '#web/lib/api/api.ts';

/** Uploads a UDI file, and returns the key by which an item names it. */
export async function uploadUdiFile(file: File): Promise<string> {
  const target = await call(orders.requestUdiUpload, { bytes: file.size });
  await postFile(target, file);
  return target.udiFile;
}
