// The HubText module.
