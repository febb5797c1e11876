# The bridge is one bundled file: there is nothing to install, and nothing else in the image that is ours.
FROM public.ecr.aws/docker/library/node:24-slim
WORKDIR /bridge
COPY main.mjs main.mjs.map ./
USER node
ENV NODE_ENV=production
EXPOSE 8200 8201
CMD ["node", "--enable-source-maps", "main.mjs"]
