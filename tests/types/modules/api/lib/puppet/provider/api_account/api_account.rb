require 'puppet/resource_api/simple_provider'

class Puppet::Provider::ApiAccount::ApiAccount < Puppet::ResourceApi::SimpleProvider
  def canonicalize(context, resources)
    resources.each do |resource|
      context.debug("canonicalize #{resource}")
      raise Puppet::ResourceError, "#{resource[:login]} is reserved" if resource[:login] == 'root'
      raise ArgumentError, 'no home' if resource[:home] == ''

      resource[:login] = resource[:login].downcase
      resource[:groups] = [resource[:groups]].flatten.sort if resource.key?(:groups)
      resource[:home] = resource[:home].chomp('/') if resource[:home].is_a?(String)
    end
  end

  def get(_context, _names)
    []
  end

  def create(context, name, should)
    context.notice("create #{name} #{should}")
  end
end
